import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import {
  expandRequirements,
  findCycle,
  type Material,
  type Requirements,
  whyNotCycle,
  withTheirMaterials,
} from './requirements.ts'

const inItems = () => 'Item' as const

const recipes = (all: Record<number, [materialId: number, pieces: number][]>): Requirements =>
  new Map(
    Object.entries(all).map(([id, materials]) => [
      Number(id),
      materials.map(([materialId, pieces]) => ({ materialId, quantity: quantity(pieces), unit: 'Item' })),
    ]),
  )

const totalsOf = (requirements: Requirements, wanted: [productId: number, pieces: number][]) =>
  Object.fromEntries(
    [
      ...expandRequirements(
        requirements,
        wanted.map(([productId, pieces]) => ({ productId, quantity: quantity(pieces) })),
        inItems,
      ).totals,
    ].map(([id, total]) => [id, total.quantity as number]),
  )

describe('expandRequirements', () => {
  // A hamper (1) takes 3 gift boxes (2) and 1 ribbon (5). A box takes 2 candles (3) and 0.5 ribbon. A candle takes 0.25
  // kg of wax (4) and 1 wick (6).
  const hamper = recipes({
    1: [
      [2, 3_0000],
      [5, 1_0000],
    ],
    2: [
      [3, 2_0000],
      [5, 5000],
    ],
    3: [
      [4, 2500],
      [6, 1_0000],
    ],
  })

  test('quantities multiply through three levels', () => {
    // 4 hampers: 12 boxes, 24 candles, 24 x 0.25 = 6 kg of wax, 24 wicks, 4 + 12 x 0.5 = 10 ribbons
    expect(totalsOf(hamper, [[1, 4_0000]])).toEqual({ 2: 12_0000, 3: 24_0000, 4: 6_0000, 5: 10_0000, 6: 24_0000 })
  })

  test('a total is rounded once, at the end: exact halves of several products add up first', () => {
    // A third of a hamper takes 0.9999 boxes, 1.9998 candles, 0.49995 kg of wax, and 0.3333 + 0.49995 ribbons, rounded
    // half away from zero.
    expect(totalsOf(hamper, [[1, 3333]])).toEqual({ 2: 9999, 3: 1_9998, 4: 5000, 5: 8333, 6: 1_9998 })
  })

  test('0.06 g a piece times 10,000 pieces of a material in KG needs exactly 0.6 KG, on each level (C-74)', () => {
    const grams: Material = { materialId: 2, quantity: quantity(600), unit: 'Gram' }
    const many: Material = { materialId: 1, quantity: quantity(10_000_0000), unit: 'Item' }
    const unitOf = (id: number) => (id === 2 ? 'KG' : 'Item')
    const direct = expandRequirements(
      new Map([[1, [grams]]]),
      [{ productId: 1, quantity: quantity(10_000_0000) }],
      unitOf,
    )
    expect(direct.totals.get(2)?.quantity).toBe(6000)
    // a box of 10,000 pieces; in KG one piece takes less than the four decimals can say
    const nested = expandRequirements(
      new Map([
        [1, [grams]],
        [3, [many]],
      ]),
      [{ productId: 3, quantity: quantity(1_0000) }],
      unitOf,
    )
    expect(nested.totals.get(2)?.quantity).toBe(6000)
    expect(nested.totals.get(2)?.uses.map((use) => use.quantity)).toEqual([6000])
  })

  test('several products add up, a purchased one takes nothing, and one both needed and asked for counts twice', () => {
    const requirements = recipes({ 1: [[9, 1_0000]], 2: [[9, 5000]], 4: [[1, 2_0000]] })
    expect(
      totalsOf(requirements, [
        [1, 2_0000],
        [2, 2_0000],
        [3, 2_0000],
        [4, 1_0000],
      ]),
    ).toEqual({ 1: 2_0000, 9: 5_0000 })
  })

  test('each use names the product, its requirement and the quantity', () => {
    const ribbon = expandRequirements(hamper, [{ productId: 1, quantity: quantity(4_0000) }], inItems).totals.get(5)
    expect(ribbon?.uses).toEqual([
      { productId: 1, requirement: { materialId: 5, quantity: 1_0000, unit: 'Item' }, quantity: 4_0000 },
      { productId: 2, requirement: { materialId: 5, quantity: 5000, unit: 'Item' }, quantity: 6_0000 },
    ])
  })

  test('products are listed before their materials', () => {
    const { totals } = expandRequirements(hamper, [{ productId: 1, quantity: quantity(1_0000) }], inItems)
    const order = [...totals.keys()]
    expect(order.indexOf(2)).toBeLessThan(order.indexOf(3))
    expect(order.indexOf(3)).toBeLessThan(order.indexOf(4))
  })

  test('a cycle is reported and counted once', () => {
    const requirements = recipes({ 1: [[2, 2_0000]], 2: [[3, 3_0000]], 3: [[2, 1_0000]] })
    const { totals, cycles } = expandRequirements(requirements, [{ productId: 1, quantity: quantity(1_0000) }], inItems)
    expect([...totals].map(([id, total]) => [id, total.quantity])).toEqual([
      [2, 2_0000],
      [3, 6_0000],
    ])
    expect(cycles).toEqual([[2, 3, 2]])
  })

  test('each requirement is read once: 24 levels with shared materials have more than 10^11 paths', () => {
    const WIDTH = 3
    const all: Record<number, [number, number][]> = {}
    for (let level = 0; level < 24; level += 1)
      for (let at = 0; at < WIDTH; at += 1)
        all[level * WIDTH + at] = [0, 1, 2].map((next) => [(level + 1) * WIDTH + next, at === 0 ? 1_0000 : 0])
    const { totals } = expandRequirements(recipes(all), [{ productId: 0, quantity: quantity(7_0000) }], inItems)
    expect(totals.size).toBe(24 * WIDTH)
    expect(totals.get(24 * WIDTH)?.quantity).toBe(7_0000)
    expect([...totals.values()].reduce((sum, total) => sum + total.uses.length, 0)).toBe((23 * WIDTH + 1) * WIDTH)
  })
})

/** Computes the same along each path: simple, slow, and independent of the tested code. */
function byHand(requirements: Requirements, productId: number, pieces: number, into: Record<number, number> = {}) {
  for (const { materialId, quantity: perUnit } of requirements.get(productId) ?? []) {
    const taken = (pieces * perUnit) / 1_0000
    into[materialId] = (into[materialId] ?? 0) + taken
    byHand(requirements, materialId, taken, into)
  }
  return into
}

/** Requirements without cycles: each product takes only products with lower numbers. */
const acyclic = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 5 })), {
    maxLength: 14,
  })
  .map((edges) => {
    const all: Record<number, [number, number][]> = {}
    for (const [a, b, pieces] of edges)
      if (a !== b) (all[Math.max(a, b)] ??= []).push([Math.min(a, b), pieces * 1_0000])
    return recipes(all)
  })

test('for whole quantities the result equals the sum over every single path', () => {
  fc.assert(
    fc.property(
      acyclic,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 20 }),
      (requirements, productId, pieces) => {
        expect(totalsOf(requirements, [[productId, pieces * 1_0000]])).toEqual(
          byHand(requirements, productId, pieces * 1_0000),
        )
      },
    ),
  )
})

test('requirements that only lead downwards have no cycle, and one requirement upwards closes one', () => {
  fc.assert(
    fc.property(acyclic, (requirements) => {
      expect(findCycle(requirements, [1, 2, 3, 4, 5, 6, 7, 8])).toBeNull()
      const closed = new Map(requirements)
      const [top] = [...requirements].filter(([, materials]) => materials.length > 0)
      fc.pre(top !== undefined)
      const [product, [{ materialId }]] = top as unknown as [number, [{ materialId: number }]]
      closed.set(materialId, [
        ...(closed.get(materialId) ?? []),
        { materialId: product, quantity: quantity(1), unit: 'Item' },
      ])
      const cycle = findCycle(closed, [product])
      expect(cycle?.[0]).toBe(cycle?.at(-1))
      expect(cycle?.length).toBeGreaterThanOrEqual(3)
    }),
  )
})

test('the refusal names the products of the cycle', () => {
  const requirements = recipes({ 1: [[2, 1]], 2: [[3, 1]], 3: [[1, 1]] })
  const names = new Map([
    [1, 'Κερί'],
    [2, 'Μείγμα'],
    [3, 'Παραφίνη'],
  ])
  expect(whyNotCycle(requirements, 1, (id) => names.get(id) ?? '')?.details?.path).toBe(
    'Κερί → Μείγμα → Παραφίνη → Κερί',
  )
  expect(whyNotCycle(recipes({ 1: [[2, 1]] }), 1, String)).toBeNull()
})

test('withTheirMaterials returns the products and all their materials, and ends if a product needs itself', () => {
  const requirements = recipes({
    1: [[2, 1_0000]],
    2: [
      [3, 1_0000],
      [4, 1_0000],
    ],
    4: [[1, 1_0000]],
    9: [[8, 1_0000]],
  })
  expect([...withTheirMaterials(requirements, [2, 7])].toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 7])
  expect([...withTheirMaterials(requirements, [])]).toEqual([])
})
