import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Quantity, quantity } from '#kernel/money.ts'
import { availabilityOf, isShort, nameShortage, shortages, totalNeeds } from './availability.ts'

const need = (productId: number, pieces: number) => ({ productId, quantity: quantity(pieces) })
const figures = (...rows: [id: number, stock: number, free?: number][]) =>
  new Map(rows.map(([id, stock, free = stock]) => [id, { stock: quantity(stock), free: quantity(free) }]))

// biome-ignore format: a table is read in columns
test.each([
  // the case                                             stock   free    needed              status         missing  contested
  ['exactly enough is in stock',                               5_0000, 5_0000, [5_0000],           'STOCK-OK',    0,       false],
  ['0.0001 is missing, which is no shortage (C-52)',      5_0000, 5_0000, [5_0001],           'STOCK-OK',    0,       false],
  ['0.0002 is missing',                                   5_0000, 5_0000, [5_0002],           'STOCK-FAULT', 2,       false],
  ['two needs share one stock (C-77)',                    5_0000, 5_0000, [3_0000, 3_0000],   'STOCK-FAULT', 1_0000,  false],
  ['the stock is below zero already',                    -1_0000, 0,      [1_0000],           'STOCK-FAULT', 2_0000,  false],
  ['part of it is promised to others (C-11)',             5_0000, 3_0000, [4_0000],           'STOCK-OK',    0,       true],
  ['all but 0.0001 is free',                              5_0000, 3_9999, [4_0000],           'STOCK-OK',    0,       false],
  ['all but 0.0002 is free',                              5_0000, 3_9998, [4_0000],           'STOCK-OK',    0,       true],
  ['a missing quantity is short, not contested',          5_0000, 3_0000, [6_0000],           'STOCK-FAULT', 1_0000,  false],
] as const)('%s', (_, stock, free, wanted, stockStatus, missing, contested) => {
  const lines = wanted.map((pieces) => need(1, pieces))
  expect(availabilityOf(lines, figures([1, stock, free])).get(1)).toMatchObject({ stockStatus, missing, contested })
})

test('each product has one row, in the order of the needs', () => {
  const rows = availabilityOf([need(2, 3_0000), need(1, 1_0000), need(2, 3_0000)], figures([1, 1_0000], [2, 5_0000]))
  expect([...rows.values()].map(({ productId, needed, difference }) => [productId, needed, difference])).toEqual([
    [2, 6_0000, -1_0000],
    [1, 1_0000, 0],
  ])
})

test('a product without a figure has a stock of 0, and one without a free figure is promised to no other order', () => {
  expect(availabilityOf([need(9, 2)], new Map()).get(9)).toMatchObject({ stock: 0, free: 0, missing: 2 })
  const known = new Map([[1, { stock: quantity(5) }]])
  expect(availabilityOf([need(1, 5)], known).get(1)).toMatchObject({ free: 5, contested: false })
})

test('a rest of -0.0001 is enough, and one of -0.0002 is not', () => {
  expect([1, 0, -1, -2].map((left) => isShort(quantity(left)))).toEqual([false, false, false, true])
})

const needs = fc.array(
  fc.record({
    productId: fc.integer({ min: 1, max: 4 }),
    quantity: fc.integer({ min: 1, max: 1_000_0000 }).map((pieces) => pieces as Quantity),
  }),
  { maxLength: 12 },
)
const stocks = fc
  .array(fc.integer({ min: -100_0000, max: 2_000_0000 }), { minLength: 4, maxLength: 4 })
  .map((pieces) => figures(...pieces.map((count, index): [number, number] => [index + 1, count])))

test('exactly the products that would fall below zero by more than 0.0001 are short, by that quantity', () => {
  fc.assert(
    fc.property(needs, stocks, (lines, stockOf) => {
      const short = new Map(shortages(lines, stockOf).map((shortage) => [shortage.productId, shortage]))
      for (const [productId, needed] of totalNeeds(lines)) {
        const rest = (stockOf.get(productId)?.stock ?? 0) - needed
        expect(short.get(productId)?.missing ?? 0).toBe(rest < -1 ? -rest : 0)
      }
    }),
  )
})

test('the order of the lines does not matter', () => {
  fc.assert(
    fc.property(needs, stocks, (lines, stockOf) => {
      const ids = (all: typeof lines) =>
        shortages(all, stockOf)
          .map((one) => `${one.productId}:${one.missing}`)
          .toSorted()
      expect(ids(lines.toReversed())).toEqual(ids(lines))
    }),
  )
})

test('people read plain numbers', () => {
  const [short] = shortages([need(1, 2_5000)], figures([1, 1_0000]))
  expect(short && nameShortage(short, { name: 'Κερί', sku: 'K1' })).toEqual({
    productId: 1,
    name: 'Κερί',
    sku: 'K1',
    stock: 1,
    needed: 2.5,
    missing: 1.5,
  })
})

test('a service is never short and never contested, however much of it is sold', () => {
  const service = { stock: quantity(0), free: quantity(-5_0000), service: true }
  expect(availabilityOf([need(1, 3_0000), need(1, 2_0000)], new Map([[1, service]])).get(1)).toMatchObject({
    needed: 5_0000,
    stockStatus: 'STOCK-OK',
    missing: 0,
    contested: false,
  })
})
