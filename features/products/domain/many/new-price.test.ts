import { expect, test } from 'vitest'
import { LIMITS, rate, unitPrice } from '#kernel/money.ts'
import { marginAt } from '../margin.ts'
import { isChanged, type PriceRule, priceLines, type PriceWay } from './new-price.ts'

const percent = (points: number): PriceWay => ({ kind: 'percent', percent: rate(points) })
const margin = (points: number): PriceWay => ({ kind: 'margin', margin: rate(points) })
const product = (salesPrice: number, cost = 0, b2bSalesPrice = 0) => ({
  salesPrice: unitPrice(salesPrice),
  b2bSalesPrice: unitPrice(b2bSalesPrice),
  cost: unitPrice(cost),
})
const lineOf = (price: number, way: PriceWay, step: PriceRule['step'] = 100, cost = 0) => {
  const [line] = priceLines(product(price, cost), { prices: ['salesPrice'], way, step })
  return [line?.price, line?.stays]
}

test.each([
  // 10.00 € + 3.5 %
  [10_0000, 350, 100, 10_3500],
  // 9.99 € + 5 % is 10.4895 €
  [9_9900, 500, 100, 10_4900],
  [9_9900, 500, 500, 10_5000],
  [9_9900, 500, 1_0000, 10_0000],
  // exactly half a step goes up: 10.025 €, 10.05 € and 10.50 €
  [10_0250, 0, 500, 10_0500],
  [10_0250, 0, 100, 10_0300],
  [10_0500, 0, 1000, 10_1000],
  [10_5000, 0, 1_0000, 11_0000],
  // just below half a step goes down: 10.0249 €
  [10_0249, 0, 500, 10_0000],
  [20_0000, -1250, 100, 17_5000],
  // 1000 % more is eleven times as much
  [1_0000, 1000_00, 100, 11_0000],
] as const)('%i changed by %i hundredths of a percent and rounded to %i is %i', (old, points, step, price) => {
  expect(lineOf(old, percent(points), step)).toEqual([price, null])
})

test('a price at a margin leaves that share of the price after the cost', () => {
  // 6.00 € is 60 % of 10.00 €
  expect(lineOf(1_0000, margin(4000), 100, 6_0000)).toEqual([10_0000, null])
  // 1.00 € / 0.7 is 1.428571… €
  expect(lineOf(5_0000, margin(3000), 100, 1_0000)).toEqual([1_4300, null])
  expect(lineOf(5_0000, margin(0), 100, 1_2345)).toEqual([1_2300, null])
  for (const points of [0, 1, 3333, 5000, 9_999]) {
    const [price] = lineOf(1_0000, margin(points), 100, 7_7700)
    // half a cent of 7.77 € and more is at most 0.07 % of the price
    expect(Math.abs((marginAt(unitPrice(price as number), unitPrice(7_7700)) ?? 0) - points)).toBeLessThanOrEqual(7)
  }
})

test('a price that the product does not have stays, and so does one that would become 0 or too large', () => {
  expect(lineOf(0, percent(500))).toEqual([0, 'no-price'])
  expect(lineOf(0, margin(3000), 100, 1_0000)).toEqual([0, 'no-price'])
  expect(lineOf(5_0000, margin(3000))).toEqual([5_0000, 'no-cost'])
  expect(lineOf(4000, percent(0), 1_0000)).toEqual([4000, 'too-low'])
  expect(lineOf(100, percent(-99_99))).toEqual([100, 'too-low'])
  expect(lineOf(LIMITS.unitPrice, percent(0))).toEqual([LIMITS.unitPrice, null])
  expect(lineOf(LIMITS.unitPrice, percent(1))).toEqual([LIMITS.unitPrice, 'too-high'])
  expect(lineOf(LIMITS.unitPrice, margin(99_99), 100, LIMITS.unitPrice)).toEqual([LIMITS.unitPrice, 'too-high'])
})

test('each price of the rule has its own line, in the order of the rule', () => {
  const lines = priceLines(product(10_0000, 0, 8_0000), {
    prices: ['b2bSalesPrice', 'salesPrice'],
    way: percent(1000),
    step: 100,
  })
  expect(lines).toEqual([
    { which: 'b2bSalesPrice', old: 8_0000, price: 8_8000, stays: null },
    { which: 'salesPrice', old: 10_0000, price: 11_0000, stays: null },
  ])
  expect(lines.map(isChanged)).toEqual([true, true])
})
