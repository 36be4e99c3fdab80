import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf, quantity, rate, sumCents, unitPrice } from '#kernel/money.ts'
import { costWithoutLent, lentQuantity, lineAmounts, orderTotals, ownVat, roundVat, soldBelowCost } from './totals.ts'

const anyLine = fc.record({
  quantity: fc.integer({ min: 1, max: 100_000_0000 }).map(quantity),
  salesPrice: fc.integer({ min: 0, max: 10_000_0000 }).map(unitPrice),
  vat: fc.constantFrom(0, 400, 600, 900, 1300, 1700, 2400).map(rate),
})

describe('the totals of an order', () => {
  test('count lines and pieces separately (C-48)', () => {
    const line = { quantity: quantity(5_0000), salesPrice: unitPrice(1_0000), vat: rate(2400) }
    const totals = orderTotals([line, line].map((one) => ({ ...one, ...lineAmounts(one) })))
    expect(totals).toEqual({ lineCount: 2, quantity: 10_0000, products: 1000, vat: 240, total: 1240 })
  })

  test('are the sums of the printed lines, for any lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 50 }), (lines) => {
        const priced = lines.map((line) => ({ ...line, ...lineAmounts(line) }))
        const totals = orderTotals(priced)
        expect(totals.products).toBe(priced.reduce((sum, line) => sum + line.total, 0))
        expect(totals.vat).toBe(priced.reduce((sum, line) => sum + line.vatAmount, 0))
        expect(totals.total).toBe(totals.products + totals.vat)
        for (const line of priced) expect(line.vatAmount).toBeLessThanOrEqual(line.total)
      }),
    )
  })

  test('reduce the cost by a lent material, never below 0', () => {
    const lent = [{ unit: 'Item' as const, perUnit: quantity(2_0000), cost: unitPrice(1_5000) }]
    expect(costWithoutLent(unitPrice(10_0000), lent)).toBe(7_0000)
    expect(costWithoutLent(unitPrice(2_0000), lent)).toBe(0)
    expect(lentQuantity(quantity(3_0000), { unit: 'Item', perUnit: quantity(5000) })).toBe(1_5000)
    // 10,000 pieces with 0.06 g each of a material in KG
    const thread = { unit: 'KG', perUnit: quantity(600), recipeUnit: 'Gram' } as const
    expect(lentQuantity(quantity(10_000_0000), thread)).toBe(6000)
    expect(soldBelowCost({ costPrice: unitPrice(2), salesPrice: unitPrice(1) })).toBe(true)
    expect(soldBelowCost({ costPrice: unitPrice(1), salesPrice: unitPrice(1) })).toBe(false)
  })
})

describe('the VAT of a rate (C-93)', () => {
  const sold = (count: number, salesPrice: number, pieces = 1_0000, vat = 2400) =>
    Array.from({ length: count }, () => {
      const line = { quantity: quantity(pieces), salesPrice: unitPrice(salesPrice), vat: rate(vat) }
      return { ...line, ...lineAmounts(line) }
    })
  const vatOf = (lines: ReturnType<typeof sold>) => orderTotals(roundVat(lines)).vat

  test('is that of its sum where small lines make it too low, and the sum of the lines where they hardly differ', () => {
    expect(vatOf(sold(300, 200))).toBe(144)
    expect(vatOf(sold(100, 200))).toBe(48)
    // three lines of 0.33 pieces at 0.35: 0.12 and 0.03 each
    expect(vatOf(sold(3, 3500, 3300))).toBe(9)
    // 0.04 less than that of the sum stays
    expect(vatOf(sold(8, 200))).toBe(0)
    // 150 lines of 0.04 have 0.01 each, and 1.44 together: 0.06 is less than one cent for ten lines
    expect(vatOf(sold(150, 400))).toBe(150)
  })

  test('is carried by the largest line of the rate, and the lines keep their own', () => {
    const lines = roundVat([...sold(200, 200), ...sold(1, 5_0000), ...sold(40, 200, 1_0000, 1300)])
    const carrying = lines.filter(({ vatRounding }) => vatRounding !== 0)
    expect(carrying.map(({ salesPrice, vat }) => [salesPrice, vat])).toEqual([
      [5_0000, 2400],
      [200, 1300],
    ])
    expect(lines.map((line) => ownVat(line))).toEqual(
      [...sold(200, 200), ...sold(1, 5_0000), ...sold(40, 200, 1_0000, 1300)].map(({ vatAmount }) => vatAmount),
    )
  })

  test('is never below 0 on a line, so that several lines carry what is too much', () => {
    const lines = roundVat(sold(300, 300))
    expect(lines.every(({ vatAmount }) => vatAmount >= 0)).toBe(true)
    expect(orderTotals(lines).vat).toBe(216)
  })

  test('is the same when it is computed again, for any lines, and differs from the sum by at most a cent for ten lines or four', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 80 }), (lines) => {
        const once = roundVat(lines.map((line) => ({ ...line, ...lineAmounts(line) })))
        expect(roundVat(once)).toEqual(once)
        for (const [vat, those] of Map.groupBy(once, (line) => line.vat)) {
          const exact = percentOf(sumCents(those.map(({ total }) => total)), vat)
          const off = Math.abs(exact - sumCents(those.map(({ vatAmount }) => vatAmount)))
          expect(off).toBeLessThanOrEqual(Math.max(4, those.length / 10))
        }
      }),
    )
  })
})
