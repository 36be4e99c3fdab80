import { expect, test } from 'vitest'
import { cents, quantity, unitPrice } from '#kernel/money.ts'
import { losingOrders, type SoldLine } from './losing.ts'

/** A line that sells pieces at 1.00, at a new cost. */
const sold = (id: number, line: string, pieces: number, cost: number): SoldLine => ({
  id,
  status: 'STOCK-OK',
  name: `Πελάτης ${id}`,
  line,
  salesPrice: unitPrice(1_0000),
  quantity: quantity(pieces * 10_000),
  total: cents(pieces * 100),
  costPrice: unitPrice(cost * 10_000),
})

test('an order that sells below its new cost is shown with its loss, and one that earns or breaks even is not', () => {
  expect(losingOrders([sold(1, 'Κερί', 2, 3), sold(1, 'Φανάρι', 9, 0.5), sold(2, 'Κερί', 5, 1)])).toEqual([
    {
      id: 1,
      status: 'STOCK-OK',
      name: 'Πελάτης 1',
      lines: 1,
      loss: 4_00,
      worst: [{ name: 'Κερί', price: 1_0000, cost: 3_0000 }],
    },
  ])
})

test('the order with the highest loss comes first, and of equal ones the older', () => {
  const lines = [sold(3, 'Κερί', 1, 2), sold(2, 'Κερί', 1, 2), sold(4, 'Κερί', 5, 2)]
  for (const given of [lines, lines.toReversed()]) expect(losingOrders(given).map(({ id }) => id)).toEqual([4, 2, 3])
})

test('an order shows its three worst lines, and counts the loss of all', () => {
  const lines = [sold(1, 'α', 2, 2), sold(1, 'β', 4, 2), sold(1, 'γ', 1, 2), sold(1, 'δ', 3, 2)]
  const [order] = losingOrders(lines)
  expect(order).toMatchObject({ lines: 4, loss: 10_00 })
  expect(order?.worst.map(({ name }) => name)).toEqual(['β', 'δ', 'α'])
})
