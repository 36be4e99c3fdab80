import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cents, cents, quantity, rate, type Rate } from '#kernel/money.ts'
import { type FileLine, netOfLines, shareDiscount, whyNotTotals } from './document.ts'

const line = (net: number, vat: Rate | null = rate(24_00), position = 1): FileLine => ({
  line: position,
  code: '',
  barcode: '',
  buyerCode: '',
  name: 'Κερί',
  quantity: quantity(1_0000),
  unit: '',
  unitPrice: null,
  discount: null,
  vat,
  net: cents(net),
})
const totals = (net: number | null, vat: number | null, gross: number | null) => ({
  net: net as Cents | null,
  vat: vat as Cents | null,
  gross: gross as Cents | null,
})

describe('the totals of a file', () => {
  test('may round VAT per line or per rate, and must add up to the cent', () => {
    // 24 % of 0.02 is 0 for each line, and 0.01 for both
    const lines = [line(2), line(2)]
    expect(whyNotTotals({ lines, totals: totals(4, 0, 4) })).toEqual([])
    expect(whyNotTotals({ lines, totals: totals(4, 1, 5) })).toEqual([])
    expect(whyNotTotals({ lines, totals: totals(5, 1, 6) }).map(({ code }) => code)).toEqual(['total-net'])
    expect(whyNotTotals({ lines, totals: totals(4, 50, 54) }).map(({ code }) => code)).toEqual(['total-vat'])
    expect(whyNotTotals({ lines, totals: totals(4, 1, 6) }).map(({ code }) => code)).toEqual(['total-gross'])
  })

  test('are not compared where the file does not say them', () => {
    expect(whyNotTotals({ lines: [line(2, null)], totals: totals(null, 90, null) })).toEqual([])
  })
})

test('a discount of a document is shared so that the sum is exact, and no line changes by more than its share and one cent', () => {
  const nets = fc.array(fc.integer({ min: 1, max: 5_000_00 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(nets, fc.double({ min: 0, max: 1, noNaN: true }), (amounts, part) => {
      const lines = amounts.map((net, index) => line(net, rate(24_00), index + 1))
      const all = netOfLines(lines)
      const discount = cents(Math.floor(all * part))
      const shared = shareDiscount(lines, discount)
      expect(netOfLines(shared)).toBe(all - discount)
      for (const [index, { net }] of shared.entries()) {
        const before = amounts[index] ?? 0
        expect(Math.abs(before - net - (before * discount) / all)).toBeLessThanOrEqual(lines.length === 1 ? 1 : 2)
      }
    }),
  )
})
