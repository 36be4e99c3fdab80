import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BackGoods, goodsOfStop, listsGoods } from './back-goods.ts'

const anyGoods = fc.array(
  fc
    .record({
      orderId: fc.integer({ min: 1, max: 4 }),
      productId: fc.integer({ min: 1, max: 3 }),
      quantity: fc.integer({ min: 1, max: 90_0000 }),
    })
    .map((one): BackGoods => ({ ...one, code: `K-${one.productId}`, name: `Κερί ${one.productId}`, unit: 'Item' })),
  { maxLength: 12 },
)

test('a stop has each product once, with the exact sum of its own orders', () => {
  fc.assert(
    fc.property(anyGoods, fc.uniqueArray(fc.integer({ min: 1, max: 4 })), (all, orderIds) => {
      const goods = goodsOfStop(all, orderIds)
      expect(new Set(goods.map(({ code }) => code)).size).toBe(goods.length)
      for (const productId of [1, 2, 3])
        expect(goods.find(({ code }) => code === `K-${productId}`)?.quantity ?? 0).toBe(
          all
            .filter((one) => one.productId === productId && orderIds.includes(one.orderId))
            .reduce((sum, { quantity }) => sum + quantity, 0),
        )
    }),
  )
})

test('a note lists the goods in any order, and no longer after one quantity changed', () => {
  fc.assert(
    fc.property(anyGoods, fc.nat(), (all, at) => {
      const goods = goodsOfStop(all, [1, 2, 3, 4])
      expect(listsGoods(goods.toReversed(), goods)).toBe(true)
      if (goods.length === 0) return
      const changed = goods.map((one, place) =>
        place === at % goods.length ? { ...one, quantity: one.quantity + 1 } : one,
      )
      expect(listsGoods(goods, changed)).toBe(false)
      expect(listsGoods(goods, goods.slice(1))).toBe(false)
    }),
  )
})

test('the goods of a stop are sorted by name, products with the same name as they were recorded, and none of them is lent', () => {
  const goods = ['Λάδι', 'Άρωμα', 'Κερί', 'Φιτίλι', 'Κερί'].map((name, at) => ({
    orderId: 1,
    productId: at,
    code: `${at}`,
    name,
    unit: 'Item',
    quantity: 1,
  }))
  expect(goodsOfStop(goods, [1]).map(({ code, lent }) => [code, lent])).toEqual(
    ['1', '2', '4', '0', '3'].map((code) => [code, false]),
  )
})
