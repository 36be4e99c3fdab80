import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Unit } from '#features/products/domain/product.ts'
import type { Material } from '#features/products/domain/requirements.ts'
import { type Quantity, quantity } from '#kernel/money.ts'
import { type Goods, proposalSums, quantitiesToAsk } from './proposals.ts'

const ZERO = quantity(0)
const bought = (more: Partial<Goods> = {}): Goods => ({
  unit: 'Item',
  usageType: 'PURCHASED-MATERIAL',
  service: false,
  stock: ZERO,
  promised: ZERO,
  awaited: ZERO,
  coming: ZERO,
  reorderPoint: null,
  wanted: ZERO,
  ...more,
})
const made = (more: Partial<Goods> = {}): Goods => bought({ usageType: 'COMPLETE-PRODUCT', ...more })
const takes = (materialId: number, amount: number, unit: Unit = 'Item'): Material => ({
  materialId,
  quantity: quantity(amount),
  unit,
})
const missing = (goods: ReadonlyMap<number, Goods>, recipes = new Map<number, Material[]>()) =>
  new Map(proposalSums(goods, recipes).map((sum) => [sum.productId, sum.missing]))

describe('a proposal', () => {
  test('is what is wanted and needed, less the shelf and what is coming', () => {
    const goods = bought({
      wanted: quantity(500_0000),
      promised: quantity(100_0000),
      awaited: quantity(200_0000),
      stock: quantity(120_0000),
      coming: quantity(200_0000),
    })
    expect(proposalSums(new Map([[7, goods]]), new Map())).toEqual([
      {
        productId: 7,
        reorder: ZERO,
        wanted: 500_0000,
        orders: 300_0000,
        shelf: 120_0000,
        coming: 200_0000,
        missing: 480_0000,
      },
    ])
  })

  test('is listed by the number of its product, whatever the order of the goods', () => {
    const goods = new Map([8, 9, 7].map((id) => [id, bought({ wanted: quantity(1_0000) })]))
    expect(proposalSums(goods, new Map()).map(({ productId }) => productId)).toEqual([7, 8, 9])
  })

  test('fills up to the reorder point', () => {
    const goods = bought({ reorderPoint: quantity(100_0000), stock: quantity(30_0000), promised: quantity(10_0000) })
    expect(missing(new Map([[1, goods]])).get(1)).toBe(80_0000)
  })

  test('never proposes again what is ordered', () => {
    const goods = bought({ wanted: quantity(500_0000) })
    const after = { ...goods, coming: quantity(500_0000) }
    expect(missing(new Map([[1, goods]])).get(1)).toBe(500_0000)
    expect(missing(new Map([[1, after]])).get(1)).toBe(0)
  })

  test('contains the materials of products that are neither in stock nor in production, through all levels', () => {
    // 10 boxes are promised, 2 are there and 3 are made: 5 boxes take 15 candles, 5 of them are there, and 10 take 2.5 kg of wax
    const goods = new Map([
      [1, made({ promised: quantity(10_0000), stock: quantity(2_0000), coming: quantity(3_0000) })],
      [2, made({ usageType: 'MATERIAL', stock: quantity(5_0000) })],
      [3, bought({ unit: 'KG' })],
    ])
    const recipes = new Map([
      [1, [takes(2, 3_0000)]],
      [2, [takes(3, 250_0000, 'Gram')]],
    ])
    expect(missing(goods, recipes).get(3)).toBe(2_5000)
  })

  test('does not contain a service', () => {
    expect(proposalSums(new Map([[1, bought({ service: true, promised: quantity(1_0000) })]]), new Map())).toEqual([])
  })
})

describe('for any goods and recipes', () => {
  const amount = fc.integer({ min: 0, max: 40_0000 }).map((one) => one as Quantity)
  const goods = fc
    .array(
      fc.record({
        unit: fc.constant<Unit>('Item'),
        usageType: fc.constantFrom('PURCHASED-MATERIAL' as const, 'MATERIAL' as const, 'COMPLETE-PRODUCT' as const),
        service: fc.constant(false),
        stock: amount,
        promised: amount,
        awaited: amount,
        coming: amount,
        reorderPoint: fc.option(amount),
        wanted: amount,
      }),
      { minLength: 1, maxLength: 7 },
    )
    .map((all) => new Map(all.map((one, index) => [index, one])))
  const recipes = fc
    .array(fc.tuple(fc.nat(6), fc.nat(6), fc.integer({ min: 1, max: 3_0000 })), { maxLength: 12 })
    .map((edges) => {
      const found = new Map<number, Material[]>()
      for (const [productId, materialId, perUnit] of edges)
        found.set(productId, [...(found.get(productId) ?? []), takes(materialId, perUnit)])
      return found
    })

  test('each line shows its sum', () => {
    fc.assert(
      fc.property(goods, recipes, (given, made) => {
        for (const { reorder, wanted, orders, shelf, coming, missing } of proposalSums(given, made)) {
          const left = shelf + coming - reorder - wanted - orders
          expect(missing).toBe(left < -1 ? -left : 0)
        }
      }),
    )
  })

  test('nothing is proposed after all proposals were ordered, and nothing after they arrived', () => {
    fc.assert(
      fc.property(goods, recipes, (given, made) => {
        const sums = new Map(proposalSums(given, made).map((sum) => [sum.productId, sum.missing]))
        const plus = (field: 'coming' | 'stock') =>
          new Map(
            [...given].map(
              ([id, one]) => [id, { ...one, [field]: quantity(one[field] + (sums.get(id) ?? 0)) }] as const,
            ),
          )
        for (const after of [plus('coming'), plus('stock')])
          for (const { missing } of proposalSums(after, made)) expect(missing).toBe(0)
      }),
    )
  })

  test('one piece more in stock never raises a proposal', () => {
    fc.assert(
      fc.property(goods, recipes, fc.nat(6), (given, made, chosen) => {
        const one = given.get(chosen)
        if (!one) return
        const before = new Map(proposalSums(given, made).map((sum) => [sum.productId, sum.missing]))
        const after = proposalSums(new Map(given).set(chosen, { ...one, stock: quantity(one.stock + 1_0000) }), made)
        for (const { productId, missing } of after) expect(missing).toBeLessThanOrEqual(before.get(productId) ?? 0)
      }),
    )
  })
})

describe('what to ask for', () => {
  const sum = (productId: number, amount: number) => ({ productId, missing: quantity(amount) })
  const asked = (productId: number, amount: number) => ({ productId, quantity: quantity(amount) })

  test('is what is missing less all open requests for the same product', () => {
    const open = [asked(1, 20_0000), asked(1, 5_0000), asked(2, 90_0000)]
    expect(quantitiesToAsk([sum(1, 40_0000), sum(3, 7_0000)], open)).toEqual([asked(1, 15_0000), asked(3, 7_0000)])
  })

  test('is nothing if enough was asked for, if nothing is missing, or if only the rounding is missing', () => {
    const open = [asked(1, 40_0000), asked(2, 41_0000), asked(3, 39_9999)]
    expect(quantitiesToAsk([sum(1, 40_0000), sum(2, 40_0000), sum(3, 40_0000), sum(4, 0)], open)).toEqual([])
  })

  test('is nothing after it was asked for, and before that fills up to what is missing', () => {
    const amounts = fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 99_0000 })), { maxLength: 12 })
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(5)),
        fc.array(fc.nat(99_0000), { minLength: 6 }),
        amounts,
        (ids, missing, open) => {
          const sums = ids.map((id) => sum(id, missing[id] ?? 0))
          const before = open.map(([id, amount]) => asked(id, amount))
          const now = quantitiesToAsk(sums, before)
          for (const { productId, quantity: more } of now) {
            const earlier = before.reduce((all, one) => (one.productId === productId ? all + one.quantity : all), 0)
            expect(earlier + more).toBe(missing[productId])
          }
          expect(quantitiesToAsk(sums, [...before, ...now])).toEqual([])
        },
      ),
    )
  })
})
