import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quantity, type Rate, rate, unitPrice } from '#kernel/money.ts'
import { computedCost } from './cost.ts'
import { type Unit, UNITS, type UsageType } from './product.ts'
import { familyOf } from './units.ts'
import { breakDownCost, type Recipe, type Trial, trialCosts } from './trial-cost.ts'

type Parts = {
  cost: number
  margin?: number
  usageType?: UsageType
  takes?: [id: number, pieces: number, seq?: number][]
}

/** Costs are in ten-thousandths, margins in percent, and quantities in whole pieces. */
const recipe = ({ cost, margin = 0, usageType = 'MATERIAL', takes = [] }: Parts): Recipe => {
  const seqs = [...new Set(takes.map(([, , seq = 1]) => seq))]
  return {
    usageType,
    unit: 'Item',
    cost: unitPrice(cost),
    margin: rate(margin * 100),
    steps: seqs.map((seq) => ({
      seq,
      section: 'GEMISMA',
      materials: takes
        .filter(([, , at = 1]) => at === seq)
        .map(([materialId, pieces]) => ({ materialId, quantity: quantity(pieces * 1_0000), unit: 'Item' })),
    })),
  }
}

const trial = (costs: Record<number, number> = {}, margins: Record<number, number> = {}): Trial => ({
  costs: new Map(Object.entries(costs).map(([id, cost]) => [Number(id), unitPrice(cost)])),
  margins: new Map(Object.entries(margins).map(([id, margin]) => [Number(id), rate(margin * 100)])),
})

// A box (1, margin 10 %) takes 2 candles (2) in its first step and 1 ribbon (4) in its second. A candle (margin 50 %)
// takes half a kilogram of wax (3).
const recipes = new Map([
  [
    1,
    recipe({
      cost: 6_0500,
      margin: 10,
      usageType: 'COMPLETE-PRODUCT',
      takes: [
        [2, 2],
        [4, 1, 2],
      ],
    }),
  ],
  [2, recipe({ cost: 2_2500, margin: 50, takes: [[3, 0.5]] })],
  [3, recipe({ cost: 3_0000, usageType: 'PURCHASED-MATERIAL' })],
  [4, recipe({ cost: 1_0000, usageType: 'PURCHASED-MATERIAL' })],
])

describe('breakDownCost', () => {
  test('without trial values the result is the stored cost, by step and material', () => {
    expect(breakDownCost(1, recipes, trial())).toMatchObject({
      margin: 10_00,
      steps: [
        { seq: 1, sum: 4_5000, materials: [{ materialId: 2, quantity: 2_0000, cost: 2_2500, sum: 4_5000 }] },
        { seq: 2, sum: 1_0000, materials: [{ materialId: 4, quantity: 1_0000, cost: 1_0000, sum: 1_0000 }] },
      ],
      materialsSum: 5_5000,
      total: 6_0500,
    })
  })

  test('a trial price or margin replaces the stored one', () => {
    // 2 x 2.25 + 2.00 = 6.50, + 20 % = 7.80
    expect(breakDownCost(1, recipes, trial({ 4: 2_0000 }, { 1: 20 }))).toMatchObject({
      margin: 20_00,
      materialsSum: 6_5000,
      total: 7_8000,
    })
  })

  test('a trial price at a lower level changes the levels above: wax at 4.00 makes a candle 3.00', () => {
    // 2 x 3.00 + 1.00 = 7.00, + 10 % = 7.70
    expect(breakDownCost(1, recipes, trial({ 3: 4_0000 }))).toMatchObject({ materialsSum: 7_0000, total: 7_7000 })
    // Without the margin of the candle: 2 x 2.00 + 1.00, plus 10 %.
    expect(breakDownCost(1, recipes, trial({ 3: 4_0000 }, { 2: 0 }))?.total).toBe(5_5000)
  })

  test('a trial price at the lowest level reaches the top, wherever else the material between is used', () => {
    // a box takes 2 candles at 3.00 and a ribbon at 1.00, plus 10 %; a set takes a box at 7.70 and another candle
    const set = recipe({
      cost: 9_0000,
      takes: [
        [2, 1],
        [1, 1],
      ],
    })
    const costs = trialCosts(new Map([...recipes, [5, set]]), trial({ 3: 4_0000 }))
    expect([costs(5), costs(1), costs(2)]).toEqual([10_7000, 7_7000, 3_0000])
  })

  test('a trial price of the candle itself counts, whatever is tried below it', () => {
    expect(breakDownCost(1, recipes, trial({ 2: 1_0000, 3: 9_0000 }))?.total).toBe(3_3000)
  })

  test('materials with an outdated stored cost keep it unless the trial changes something below them', () => {
    const old = new Map([...recipes, [2, recipe({ cost: 9_0000, margin: 50, takes: [[3, 0.5]] })]] as const)
    expect(breakDownCost(1, old, trial())?.materialsSum).toBe(19_0000)
  })

  test('a purchased product or one without materials has no breakdown', () => {
    expect(breakDownCost(3, recipes, trial())).toBeNull()
    expect(breakDownCost(9, recipes, trial())).toBeNull()
  })

  test('a product made of itself has its stored cost', () => {
    const round = new Map([
      [
        1,
        recipe({
          cost: 5_0000,
          takes: [
            [2, 1],
            [3, 1],
          ],
        }),
      ],
      [2, recipe({ cost: 7_0000, takes: [[1, 1]] })],
      [3, recipe({ cost: 1_0000, usageType: 'PURCHASED-MATERIAL' })],
    ])
    expect(breakDownCost(1, round, trial())?.total).toBe(8_0000)
    expect(trialCosts(round, trial())(9)).toBe(0)
  })
})

/** Returns the largest unit of the family of a recipe line, as the unit of its material. */
const unitOf = ({ unit }: { unit: Unit }): Unit => UNITS.find((one) => familyOf(one) === familyOf(unit)) ?? unit

test('the sums equal the cost that is stored when a product is saved', () => {
  const materials = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 1000_0000 }).map((pieces) => quantity(pieces)),
      cost: fc.integer({ min: 0, max: 1000_0000 }).map((cost) => unitPrice(cost)),
      unit: fc.constantFrom(...UNITS),
    }),
    { minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(materials, fc.integer({ min: 0, max: 1000_00 }), (taken, percent) => {
      const stored = computedCost(
        [{ materials: taken.map((one) => ({ ...one, materialUnit: unitOf(one) })) }],
        percent as Rate,
      )
      const all = new Map<number, Recipe>(
        taken.map((one, index) => [
          index + 2,
          { ...recipe({ cost: 0, usageType: 'PURCHASED-MATERIAL' }), unit: unitOf(one), cost: one.cost },
        ]),
      )
      const steps = [{ seq: 1, section: '', materials: taken.map((one, index) => ({ ...one, materialId: index + 2 })) }]
      all.set(1, { usageType: 'COMPLETE-PRODUCT', unit: 'Item', cost: stored, margin: percent as Rate, steps })
      expect(breakDownCost(1, all, trial())?.total).toBe(stored)
    }),
  )
})
