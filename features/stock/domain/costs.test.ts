import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AverageCost, averageFromPrice, valueAt } from '#features/products/domain/average-cost.ts'
import { cents, quantity, type Quantity, rate, sumCents, unitPrice } from '#kernel/money.ts'
import { costByRecipe, type CostedRow, type CostedStock, costMovement, costsTakenBack } from './costs.ts'

const UNKNOWN: CostedStock = { stock: quantity(0), value: null, average: null }
const NO_PRICE = unitPrice(0)
const pieces = (count: number): Quantity => quantity(Math.round(count * 1_0000))

/** Moves pieces one after another. Each movement is the pieces, or the pieces with their own cost in cents. */
function moved(
  movements: readonly (number | readonly [pieces: number, cost: number])[],
  { from = UNKNOWN, costPrice = NO_PRICE } = {},
): { stock: CostedStock; rows: CostedRow[] } {
  let stock = from
  const rows = movements.flatMap((movement) => {
    const [count, cost] = typeof movement === 'number' ? [movement, null] : movement
    const written = costMovement(
      stock,
      { quantity: pieces(count), cost: cost === null ? null : cents(cost) },
      costPrice,
    )
    stock = written.at(-1)?.after ?? stock
    return written
  })
  return { stock, rows }
}

const shown = ({ stock, value, average }: CostedStock) => [
  stock / 1_0000,
  value,
  average === null ? null : average / 100_000_000,
]
const costs = (rows: readonly CostedRow[]) => rows.map(({ reason, cost }) => [reason ?? 'moved', cost])

describe('the average cost', () => {
  test('moves with what comes in at its own cost, and what goes out takes it', () => {
    const { stock, rows } = moved([[10, 10_00], [10, 30_00], -15])
    expect(rows.map(({ after }) => shown(after))).toEqual([
      [10, 10_00, 1],
      [20, 40_00, 2],
      [5, 10_00, 2],
    ])
    expect(costs(rows)).toEqual([
      ['moved', 10_00],
      ['moved', 30_00],
      ['moved', -30_00],
    ])
    expect(stock.value).toBe(10_00)
  })

  test('is taken by what is counted up, also without stock, and by nothing else than the cost price of a product that had none', () => {
    expect(shown(moved([[4, 10_00], -4, 2]).stock)).toEqual([2, 5_00, 2.5])
    expect(shown(moved([2], { costPrice: unitPrice(1_2345) }).stock)).toEqual([2, 2_47, 1.2345])
  })

  test('falls with goods for free, and they say no first cost', () => {
    expect(
      shown(
        moved([
          [1, 3_00],
          [2, 0],
        ]).stock,
      ),
    ).toEqual([3, 3_00, 1])
    expect(shown(moved([[2, 0]]).stock)).toEqual([2, null, null])
    expect(shown(moved([[2, 0]], { costPrice: unitPrice(1_0000) }).stock)).toEqual([2, 0, 0])
  })
})

describe('a cost that becomes known', () => {
  test('values the stock before it: by the movement itself, or else by the cost price', () => {
    const before = { from: { ...UNKNOWN, stock: pieces(5) } }
    const bought = moved([[10, 20_00]], before)
    expect(costs(bought.rows)).toEqual([
      ['opening-cost', 10_00],
      ['moved', 20_00],
    ])
    expect(shown(bought.stock)).toEqual([15, 30_00, 2])
    expect(costs(moved([-1], { ...before, costPrice: unitPrice(4_0000) }).rows)).toEqual([
      ['opening-cost', 20_00],
      ['moved', -4_00],
    ])
  })

  test('stays unknown without either', () => {
    const { stock, rows } = moved([-1, 3], { from: { ...UNKNOWN, stock: pieces(5) } })
    expect(costs(rows)).toEqual([
      ['moved', null],
      ['moved', null],
    ])
    expect(shown(stock)).toEqual([7, null, null])
  })
})

describe('rounding', () => {
  test('parts of three pieces for 10.00 cost cents that sum to 10.00', () => {
    const { rows } = moved([[3, 10_00], -1, -1, -1])
    expect(rows.slice(1).map(({ cost }) => cost)).toEqual([-3_33, -3_34, -3_33])
    expect(rows.at(-1)?.after.value).toBe(0)
  })

  test('movements below half a cent cost nothing by themselves and the right cents together', () => {
    // a million grams for 123.45
    const taken = moved([[1_000_000, 123_45], ...Array.from({ length: 1_000 }, () => -10)])
    const out = taken.rows.slice(1).map(({ cost }) => cost ?? cents(0))
    expect(new Set(out)).toEqual(new Set([0, -1]))
    expect(sumCents(out)).toBe(-1_23)
    expect(taken.stock.average).toBe(12_345)
  })

  test('half a cent is rounded away from zero', () => {
    expect(moved([[2, 0], [1, 1], -1], { costPrice: unitPrice(1) }).rows.map(({ cost }) => cost)).toEqual([0, 1, 0])
    expect(valueAt(pieces(1), 500_000 as AverageCost)).toBe(1)
    expect(valueAt(pieces(-1), 500_000 as AverageCost)).toBe(-1)
  })
})

describe('goods that leave before they come', () => {
  test('take the average below zero, and what comes later costs itself: the difference is named', () => {
    const { rows, stock } = moved([[2, 2_00], -12, [11, 22_00]])
    expect(costs(rows)).toEqual([
      ['moved', 2_00],
      ['moved', -12_00],
      ['moved', 22_00],
      ['price-difference', -10_00],
    ])
    // the piece that is left is worth what it cost
    expect(shown(stock)).toEqual([1, 2_00, 2])
  })

  test('stay worth what they left at while not all have come, and nothing is left of them without stock', () => {
    const owing = moved([[2, 2_00], -12, [4, 8_00]])
    expect(costs(owing.rows).slice(2)).toEqual([
      ['moved', 8_00],
      ['price-difference', -4_00],
    ])
    expect(shown(owing.stock)).toEqual([-6, -6_00, 1])
    expect(shown(moved([[6, 30_00]], { from: owing.stock }).stock)).toEqual([0, 0, 1])
  })

  test('counted up above zero they take the average', () => {
    const { rows, stock } = moved([[2, 2_00], -12, 15])
    expect(costs(rows).at(-1)).toEqual(['moved', 15_00])
    expect(shown(stock)).toEqual([5, 5_00, 1])
  })
})

describe('a movement that is taken back', () => {
  test('takes its own cost, so that the average is the one before', () => {
    expect(
      shown(
        moved([
          [10, 10_00],
          [10, 30_00],
          [-10, -30_00],
        ]).stock,
      ),
    ).toEqual([10, 10_00, 1])
    expect(shown(moved([[10, 10_00], -5, [10, 30_00], [5, 5_00]]).stock)).toEqual([20, 40_00, 2])
  })

  test('leaves goods worth their average, if the others left at it meanwhile, and names the difference', () => {
    const { rows, stock } = moved([[10, 10_00], [10, 30_00], -9, [-10, -30_00]])
    expect(costs(rows).slice(3)).toEqual([
      ['moved', -30_00],
      ['price-difference', 10_00],
    ])
    expect(shown(stock)).toEqual([1, 2_00, 2])
  })

  test('below zero is worth what it cost', () => {
    expect(shown(moved([[10, 10_00], [10, 30_00], -15, [-10, -30_00]]).stock)).toEqual([-5, -15_00, 3])
  })

  test('costs its part of earlier movements, all parts together exactly as much', () => {
    const earlier = { quantity: pieces(-3), cost: cents(-10_00) }
    expect(costsTakenBack(earlier, [pieces(1), pieces(1), pieces(1)])).toEqual([3_33, 3_34, 3_33])
    expect(costsTakenBack(earlier, [pieces(2), pieces(2)])).toEqual([6_67, null])
    expect(costsTakenBack({ ...earlier, cost: null }, [pieces(1)])).toEqual([null])
  })
})

describe('what is made', () => {
  const wax = { quantity: quantity(250_0000), unit: 'Gram', materialUnit: 'KG', costPrice: unitPrice(9_0000) } as const
  const wick = { quantity: quantity(20_0000), unit: 'CM', materialUnit: 'CM', costPrice: unitPrice(20) } as const

  test('costs its recipe at the averages of the materials in their units, or else at their cost prices, plus the margin', () => {
    const materials = [
      { ...wax, average: averageFromPrice(unitPrice(4_0000)) },
      { ...wick, average: 123_456 as AverageCost },
    ]
    // a quarter of a kilogram at 4.00, and 20 cm at 0.00123456
    expect(costByRecipe(pieces(100), materials, rate(0))).toBe(102_47)
    expect(costByRecipe(pieces(100), materials, rate(10_00))).toBe(112_72)
    expect(costByRecipe(pieces(1), [{ ...wax, average: null }], rate(0))).toBe(2_25)
  })

  test('has no cost of its own without a recipe', () => {
    expect(costByRecipe(pieces(1), [], rate(0))).toBeNull()
  })

  test('takes a material in a unit of another family, which only old data have, as in its own', () => {
    const odd = { ...wax, quantity: quantity(2_0000), unit: 'Item', average: null } as const
    expect(costByRecipe(pieces(1), [odd], rate(0))).toBe(18_00)
  })
})

describe('any movements', () => {
  const anyMovement = fc.record({
    quantity: fc.integer({ min: -500_0000, max: 500_0000 }).filter((count) => count !== 0),
    unitCost: fc.option(fc.integer({ min: 0, max: 99_0000 }), { nil: null }),
  })

  test('the value is the sum of the costs, has the sign of the stock, and fits the average', () => {
    fc.assert(
      fc.property(fc.array(anyMovement, { maxLength: 60 }), fc.integer({ min: 0, max: 9_0000 }), (all, price) => {
        let stock = UNKNOWN
        const rows: CostedRow[] = []
        for (const { quantity: count, unitCost } of all) {
          const cost = unitCost === null ? null : valueAt(quantity(count), averageFromPrice(unitPrice(unitCost)))
          const written = costMovement(stock, { quantity: quantity(count), cost }, unitPrice(price))
          rows.push(...written)
          stock = written.at(-1)?.after ?? stock
          const { value, average } = stock
          const sum = sumCents(rows.map((row) => row.cost ?? cents(0)))
          const worth = average === null ? cents(0) : valueAt(stock.stock, average)
          expect(value ?? cents(0)).toBe(sum)
          expect(Math.abs(sum - worth)).toBeLessThanOrEqual(1)
          expect(Math.sign(sum) * Math.sign(stock.stock)).toBeGreaterThanOrEqual(0)
          // without stock nothing is left of the value
          expect(stock.stock === 0 ? sum : 0).toBe(0)
        }
      }),
    )
  })
})
