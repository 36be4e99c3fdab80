import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cents, cents, quantity, rate, type Rate, unitPrice } from '#kernel/money.ts'
import {
  type FileDocument,
  type FileLine,
  isNearNet,
  MOST_FILE_LINES,
  netOfLines,
  shareDiscount,
  whyNotDocument,
  whyNotTotals,
} from './document.ts'

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
    // a cent for each line may be rounded elsewhere, and no more
    expect(whyNotTotals({ lines, totals: totals(4, 3, 7) })).toEqual([])
    // 24 % of 0.06 is 0.01 for each of ten lines, and 0.14 for all: each way of rounding is near enough
    const ten = Array.from({ length: 10 }, () => line(6))
    expect([0, 24].flatMap((vat) => whyNotTotals({ lines: ten, totals: totals(60, vat, 60 + vat) }))).toEqual([])
    expect(whyNotTotals({ lines, totals: totals(4, 1, 6) }).map(({ code }) => code)).toEqual(['total-gross'])
  })

  test('are not compared where the file does not say them', () => {
    expect(whyNotTotals({ lines: [line(2, null)], totals: totals(null, 90, null) })).toEqual([])
    for (const some of [totals(2, null, 90), totals(null, 1, 90), totals(2, 1, null)])
      expect(whyNotTotals({ lines: [line(2, null)], totals: some })).toEqual([])
  })
})

describe('a document', () => {
  const OWN = 'EL094014201'
  const document = (more: Partial<FileDocument> = {}): FileDocument => ({
    form: 'csv',
    provider: { vat: '094019245', name: '' },
    buyerVat: '094014201',
    number: '',
    date: null,
    lines: [line(2)],
    totals: totals(null, null, null),
    ...more,
  })
  const many = (count: number) => Array.from({ length: count }, () => line(2))
  test.each<[string, FileDocument, string, string[]]>([
    ['from a provider to us is taken', document(), OWN, []],
    ['that names no recipient is taken', document({ buyerVat: '' }), OWN, []],
    ['is taken if our number is not known', document({ provider: { vat: '', name: '' } }), '', []],
    ['without lines is refused', document({ lines: [] }), OWN, ['no-lines']],
    ['of the most lines is taken', document({ lines: many(MOST_FILE_LINES) }), OWN, []],
    ['of more lines is refused', document({ lines: many(MOST_FILE_LINES + 1) }), OWN, ['many-lines']],
    ['of our own is refused', document({ provider: { vat: OWN, name: '' } }), OWN, ['own-invoice']],
    ['to another company is refused', document({ buyerVat: '090000045' }), OWN, ['other-recipient']],
    ['with a line below zero is refused', document({ lines: [line(2), line(-2)] }), OWN, ['negative']],
    ['with a free line is taken', document({ lines: [line(0)] }), OWN, []],
    [
      'with a line of no pieces is refused',
      document({ lines: [{ ...line(2), quantity: quantity(0) }] }),
      OWN,
      ['negative'],
    ],
    ['with wrong totals is refused', document({ totals: totals(3, null, null) }), OWN, ['total-net']],
  ])('%s', (_, given, own, codes) => {
    expect(whyNotDocument(given, own).map(({ code }) => code)).toEqual(codes)
  })

  test.each([
    // 100 pieces at 0.12 are 12.00; a price rounded to two decimals is off by at most half a cent for each piece
    ['0,12', 12_00 + 51, true],
    ['0,12', 12_00 + 52, false],
    ['0,1200', 12_00 + 2, true],
    ['0,1200', 12_00 + 3, false],
    // a price keeps four decimals, so one of eight is rounded to them
    ['0,12004999', 12_00 + 2, true],
    ['0,12004999', 12_00 + 3, false],
    ['12', 12_00 + 50_01, true],
    ['12', 12_00 + 50_02, false],
  ])('with the price %s may have the amount %i for 100 pieces that cost 12.00 is %s', (price, net, isNear) => {
    expect(isNearNet(cents(net), cents(12_00), quantity(100_0000), price)).toBe(isNear)
  })
})

test('without a discount the lines keep their prices, and lines of no worth have nothing to take it off', () => {
  const priced = { ...line(10), unitPrice: unitPrice(1000), discount: rate(5_00) }
  expect(shareDiscount([priced], cents(0))).toEqual([priced])
  expect(shareDiscount([line(0)], cents(5))).toEqual([line(0)])
  expect(shareDiscount([priced], cents(1))).toMatchObject([{ net: 9, unitPrice: null, discount: null }])
})

test('the largest lines get the cents that rounding leaves, and of equal ones the first', () => {
  const nets = (all: number[], discount: number) =>
    shareDiscount(
      all.map((net) => line(net)),
      cents(discount),
    ).map(({ net }) => net)
  expect(nets([100, 100, 100], 100)).toEqual([66, 67, 67])
  expect(nets([100, 100, 101], 100)).toEqual([67, 67, 67])
  expect(nets([50, 50, 50], 2)).toEqual([50, 49, 49])
  expect(nets([1, 1, 2], 2)).toEqual([0, 0, 2])
  expect(nets([1, 2, 1], 2)).toEqual([0, 2, 0])
  expect(nets([2, 1, 1], 2)).toEqual([2, 0, 0])
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
