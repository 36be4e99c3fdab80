import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Unit, UsageType } from '#features/products/domain/product.ts'
import type { Material } from '#features/products/domain/requirements.ts'
import type { Need } from '#features/stock/domain/availability.ts'
import { type Quantity, quantity } from '#kernel/money.ts'
import { neededOf } from '#features/products/domain/units.ts'
import { missingOfEach, net, type NettedProduct, unclaimed } from './netting.ts'

const ZERO = quantity(0)

const product = (more: Partial<NettedProduct> = {}): NettedProduct => ({
  unit: 'Item',
  usageType: 'COMPLETE-PRODUCT',
  service: false,
  hasSteps: true,
  stock: ZERO,
  promised: ZERO,
  awaited: ZERO,
  coming: ZERO,
  ...more,
})
const purchased = (more: Partial<NettedProduct> = {}) =>
  product({ usageType: 'PURCHASED-MATERIAL', hasSteps: false, ...more })
const takes = (materialId: number, amount: number, unit: Unit = 'Item'): Material => ({
  materialId,
  quantity: quantity(amount),
  unit,
})
const need = (productId: number, amount: number): Need => ({ productId, quantity: quantity(amount) })

const figures = (rows: ReturnType<typeof net>) => rows.map((row) => [row.productId, row.way, row.missing])

describe('netting', () => {
  // A gift box (1) takes 3 candles (2) and 1 ribbon (4). A candle takes 250 grams of wax (3, bought in KG).
  const recipes = new Map([
    [1, [takes(2, 3_0000), takes(4, 1_0000)]],
    [2, [takes(3, 250_0000, 'Gram')]],
  ])
  const goods = (more: Record<number, Partial<NettedProduct>> = {}) =>
    new Map([
      [1, product(more[1])],
      [2, product({ usageType: 'MATERIAL', ...more[2] })],
      [3, purchased({ unit: 'KG', ...more[3] })],
      [4, purchased(more[4])],
    ])

  test('makes what is short on two levels and buys the rest, the product of a lower level first', () => {
    // 10 boxes: 30 candles, 8 are there; 22 candles take 5.5 kg of wax, 2 are there; 10 ribbons, 10 are there
    const stock = { 2: { stock: quantity(8_0000) }, 3: { stock: quantity(2_0000) }, 4: { stock: quantity(10_0000) } }
    expect(figures(net([need(1, 10_0000)], [], goods(stock), recipes))).toEqual([
      [3, 'buy', 3_5000],
      [2, 'make', 22_0000],
      [1, 'make', 10_0000],
    ])
  })

  test('leaves others what they were promised and wait for, and uses what nobody has claimed of what is on its way', () => {
    const candles = { stock: quantity(20_0000), promised: quantity(12_0000), awaited: quantity(10_0000) }
    const none = net([need(2, 5_0000)], [], goods({ 2: candles, 3: { stock: quantity(99_0000) } }), recipes)
    expect(figures(none)).toEqual([[2, 'make', 5_0000]])
    const some = goods({ 2: { ...candles, coming: quantity(6_0000) }, 3: { stock: quantity(99_0000) } })
    expect(figures(net([need(2, 5_0000)], [], some, recipes))).toEqual([[2, 'make', 1_0000]])
  })

  test('does not take the goods that are on the shelf for another line of the same order', () => {
    const stock = { 2: { stock: quantity(8_0000) }, 3: { stock: quantity(99_0000) }, 4: { stock: quantity(9_0000) } }
    expect(figures(net([need(1, 2_0000)], [need(2, 7_0000)], goods(stock), recipes))).toEqual([
      [2, 'make', 5_0000],
      [1, 'make', 2_0000],
    ])
  })

  test('does not call 0.0001 short, and 0.0002 it does (C-52)', () => {
    const stock = { 4: { stock: quantity(9_9999) } }
    expect(net([need(4, 10_0000)], [], goods(stock), recipes)).toEqual([])
    expect(figures(net([need(4, 10_0001)], [], goods(stock), recipes))).toEqual([[4, 'buy', 2]])
  })

  test('makes and buys no service, which takes nothing from the stock', () => {
    const stock = { 2: { stock: quantity(99_0000) }, 4: { service: true } }
    expect(figures(net([need(1, 1_0000)], [], goods(stock), recipes))).toEqual([[1, 'make', 1_0000]])
  })

  test('names a product without a recipe, follows no recipe of a purchased material, and ends at a cycle', () => {
    const unknown = goods({ 2: { hasSteps: false }, 4: { stock: quantity(9_0000) } })
    expect(figures(net([need(1, 1_0000)], [], unknown, recipes))).toEqual([
      [2, 'unknown', 3_0000],
      [1, 'make', 1_0000],
    ])
    const bought = goods({ 2: { usageType: 'PURCHASED-MATERIAL' }, 4: { stock: quantity(9_0000) } })
    expect(figures(net([need(1, 1_0000)], [], bought, recipes))).toEqual([
      [2, 'buy', 3_0000],
      [1, 'make', 1_0000],
    ])
    const circle = new Map([
      [1, [takes(2, 1_0000)]],
      [2, [takes(1, 1_0000)]],
    ])
    expect(figures(net([need(1, 1_0000)], [], goods(), circle))).toEqual([
      [2, 'make', 1_0000],
      [1, 'make', 1_0000],
    ])
  })
})

const KINDS: readonly UsageType[] = ['COMPLETE-PRODUCT', 'MATERIAL', 'PURCHASED-MATERIAL']
const MASS: readonly Unit[] = ['KG', 'Gram']

/** Random goods of several levels: a product takes only products with lower numbers, in units of one family. */
const worlds = fc
  .record({
    goods: fc.array(
      fc.record({
        unit: fc.constantFrom(...MASS),
        usageType: fc.constantFrom(...KINDS),
        service: fc.constant(false),
        hasSteps: fc.boolean(),
        stock: fc.integer({ min: 0, max: 40_0000 }),
        promised: fc.integer({ min: 0, max: 20_0000 }),
        awaited: fc.integer({ min: 0, max: 20_0000 }),
        coming: fc.integer({ min: 0, max: 20_0000 }),
      }),
      { minLength: 7, maxLength: 7 },
    ),
    edges: fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.constantFrom(...MASS), fc.integer({ min: 1, max: 3_3333 })), {
      maxLength: 16,
    }),
    short: fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 30_0000 })), { minLength: 1, maxLength: 6 }),
    kept: fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 9_0000 })), { maxLength: 2 }),
  })
  .map(({ goods, edges, short, kept }) => {
    const recipes = new Map<number, Material[]>()
    for (const [a, b, unit, amount] of edges) {
      if (a === b) continue
      const [above, below] = [Math.max(a, b), Math.min(a, b)]
      recipes.set(above, [...(recipes.get(above) ?? []), takes(below, amount, unit)])
    }
    return {
      products: new Map(goods.map((one, id) => [id, one as unknown as NettedProduct])),
      recipes,
      short: short.map(([id, amount]) => need(id, amount)),
      kept: kept.map(([id, amount]) => need(id, amount)),
    }
  })

test('netting makes exactly what is short: never more than is short, never less than its tasks and lines take', () => {
  fc.assert(
    fc.property(worlds, ({ products, recipes, short, kept }) => {
      const rows = net(short, kept, products, recipes)
      const missingOf = new Map(rows.map((row) => [row.productId, row]))
      for (const [id, one] of products) {
        let wanted = short.filter((line) => line.productId === id).reduce((sum, line) => sum + line.quantity, 0)
        for (const { productId, way, missing } of rows)
          if (way === 'make')
            for (const { materialId, quantity: each, unit } of recipes.get(productId) ?? [])
              if (materialId === id) wanted += neededOf(missing, each, unit, one.unit)
        const held = kept.filter((line) => line.productId === id).reduce((sum, line) => sum + line.quantity, 0)
        const free = Math.max(0, unclaimed(one) - held)
        const missing = missingOf.get(id)?.missing ?? 0
        // within the tolerance of C-52 nothing is made; otherwise not a gram is lost or added
        expect(missing).toBe(wanted - free > 1 ? wanted - free : 0)
        expect(missingOf.get(id)?.needed ?? wanted).toBe(wanted)
      }
    }),
  )
})

test('the order of the lines does not change what netting makes, and each product comes after its materials', () => {
  fc.assert(
    fc.property(worlds, fc.nat(), ({ products, recipes, short, kept }, turn) => {
      const rows = net(short, kept, products, recipes)
      const turned = [...short.slice(turn % short.length), ...short.slice(0, turn % short.length)].reverse()
      expect(net(turned, kept.toReversed(), products, recipes)).toEqual(rows)
      const place = new Map(rows.map(({ productId }, index) => [productId, index]))
      const pairs = rows
        .filter(({ way }) => way === 'make')
        .flatMap(({ productId }) =>
          (recipes.get(productId) ?? []).map(({ materialId }) => [place.get(materialId) ?? -1, place.get(productId)]),
        )
      expect(pairs.filter(([material, product]) => Number(material) >= Number(product))).toEqual([])
    }),
  )
})

test('the missing quantity of a material is split so that the parts add up and no taker gets more than it needs', () => {
  const takers = fc.array(fc.integer({ min: 0, max: 50_0000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(takers, fc.double({ min: 0, max: 1, noNaN: true }), (needs, share) => {
      const all = needs.reduce((sum, one) => sum + one, 0)
      const missing = Math.floor(all * share) as Quantity
      const parts = missingOfEach(
        missing,
        needs.map((one, index) => ({ index, needed: quantity(one) })),
      )
      expect(parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(missing)
      for (const { taker, quantity: part } of parts) expect(part).toBeLessThanOrEqual(taker.needed)
    }),
  )
})
