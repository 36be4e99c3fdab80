import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Quantity, quantity } from '#kernel/money.ts'
import { explodeRequirements, findCycle, type Requirements, whyNotCycle } from './requirements.ts'

const recipes = (all: Record<number, [materialId: number, pieces: number][]>): Requirements =>
  new Map(
    Object.entries(all).map(([id, materials]) => [
      Number(id),
      materials.map(([materialId, pieces]) => ({ materialId, quantity: quantity(pieces) })),
    ]),
  )

describe('explodeRequirements', () => {
  test('multiplies through two levels by hand', () => {
    // a gift box (1) takes 2 candles (2); a candle takes 0.25 kg of wax (3) and 1 wick (4); the box itself 1 wick
    const requirements = recipes({
      1: [
        [2, 2_0000],
        [4, 1_0000],
      ],
      2: [
        [3, 2500],
        [4, 1_0000],
      ],
    })
    expect([...explodeRequirements(requirements, [{ productId: 1, quantity: quantity(10_0000) }])]).toEqual([
      [2, 20_0000],
      [3, 5_0000],
      [4, 30_0000],
    ])
  })

  test('several products add up, and a bought one takes nothing', () => {
    const requirements = recipes({ 1: [[9, 1_0000]], 2: [[9, 5000]] })
    const wanted = [1, 2, 3].map((productId) => ({ productId, quantity: quantity(2_0000) }))
    expect([...explodeRequirements(requirements, wanted)]).toEqual([[9, 3_0000]])
  })
})

/** Recipes without cycles: a product is made of products of lower numbers only. */
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

test('twice the pieces take twice the materials, when all quantities are whole', () => {
  fc.assert(
    fc.property(
      acyclic,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 20 }),
      (requirements, productId, pieces) => {
        const take = (count: number) =>
          explodeRequirements(requirements, [{ productId, quantity: (count * 1_0000) as Quantity }])
        const once = take(pieces)
        const twice = take(2 * pieces)
        expect([...twice.keys()]).toEqual([...once.keys()])
        for (const [id, count] of once) expect(twice.get(id)).toBe(2 * count)
      },
    ),
  )
})

test('recipes that only lead downwards have no cycle; one edge back up closes one', () => {
  fc.assert(
    fc.property(acyclic, (requirements) => {
      expect(findCycle(requirements, [1, 2, 3, 4, 5, 6, 7, 8])).toBeNull()
      const closed = new Map(requirements)
      const [top] = [...requirements].filter(([, materials]) => materials.length > 0)
      fc.pre(top !== undefined)
      const [product, [{ materialId }]] = top as unknown as [number, [{ materialId: number }]]
      closed.set(materialId, [...(closed.get(materialId) ?? []), { materialId: product, quantity: quantity(1) }])
      const cycle = findCycle(closed, [product])
      expect(cycle?.[0]).toBe(cycle?.at(-1))
      expect(cycle?.length).toBeGreaterThanOrEqual(3)
    }),
  )
})

test('the refusal names the way round', () => {
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
