import { expect, test } from 'vitest'
import { unitPrice } from '#kernel/money.ts'
import { figuresOf, isDearer, marginsOf, mostUrgentFirst } from './trial.ts'

const product = (id: number, oldCost: number, newCost: number, salesPrice: number, b2bSalesPrice = 0) => ({
  id,
  oldCost: unitPrice(oldCost),
  newCost: unitPrice(newCost),
  salesPrice: unitPrice(salesPrice),
  b2bSalesPrice: unitPrice(b2bSalesPrice),
})
/** Returns a row with the marks that the database gives at a least margin of 20 %. */
const row = (...values: Parameters<typeof product>) => {
  const one = product(...values)
  const { price, oldMargin, newMargin } = marginsOf(one)
  const isBelow = (margin: number | null) => margin !== null && margin < 20_00
  return { ...one, price, oldMargin, newMargin, wasBelow: isBelow(oldMargin), isBelow: isBelow(newMargin) }
}

test('the margin is the share of the lowest sale price that remains after the cost', () => {
  expect(row(1, 6_0000, 7_0000, 10_0000, 8_0000)).toMatchObject({
    price: 8_0000,
    oldMargin: 25_00,
    newMargin: 12_50,
  })
})

test('a product without a sale price has no margin', () => {
  expect(row(1, 6_0000, 7_0000, 0)).toMatchObject({ price: null, oldMargin: null, newMargin: null })
})

test('only products that become dearer count as below margin, and cheaper ones are counted apart', () => {
  const rows = [row(1, 7_0000, 9_0000, 10_0000), row(2, 9_5000, 9_0000, 10_0000), row(3, 1_0000, 2_0000, 10_0000)]
  expect(figuresOf(rows)).toEqual({ dearer: 2, cheaper: 1, below: 1 })
})

test('a product whose cost stays is not dearer', () => {
  expect([row(1, 7_0000, 7_0000, 0), row(1, 7_0000, 7_0001, 0)].map(isDearer)).toEqual([false, true])
})

test('products of one margin are in the order of their ids, and those without a margin count as 0 %', () => {
  // cheaper ones at a price of exactly the cost, and products that are not sold
  const rows = [
    row(4, 9_0000, 5_0000, 5_0000),
    row(3, 1_0000, 2_0000, 0),
    row(2, 9_0000, 5_0000, 5_0000),
    row(1, 1_0000, 2_0000, 0),
  ]
  for (const some of [rows, rows.toReversed()]) expect(mostUrgentFirst(some).map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test('products that fall below the margin come first, then those that were below, then the lowest margins', () => {
  const rows = [
    row(1, 1_0000, 2_0000, 0),
    row(2, 1_0000, 2_0000, 10_0000),
    row(3, 8_5000, 9_0000, 10_0000),
    row(4, 7_0000, 8_5000, 10_0000),
    row(5, 1_0000, 3_0000, 10_0000),
    row(6, 3_0000, 1_0000, 10_0000),
    row(7, 7_0000, 9_9000, 10_0000),
  ]
  expect(mostUrgentFirst(rows).map(({ id }) => id)).toEqual([7, 4, 3, 5, 2, 1, 6])
})
