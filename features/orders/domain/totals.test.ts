import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quantity, rate, unitPrice } from '#kernel/money.ts'
import { costWithoutLent, lentQuantity, lineAmounts, orderTotals, soldBelowCost } from './totals.ts'

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
