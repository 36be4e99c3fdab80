import { expect, test } from 'vitest'
import { addressStopsOf } from './address-stops.ts'
import type { Stop } from './day-now.ts'

const order = (id: number, address: string, customerId = 5) =>
  ({ id, customerId, address, city: 'Αθήνα', postcode: '10563' }) as unknown as Stop
const idsOf = (...orders: Stop[]) => addressStopsOf(orders).map((stop) => stop.orders.map(({ id }) => id))

test('orders of a customer to one address are one stop, at the place of the first of them', () => {
  expect(idsOf(order(1, 'Ερμού 12'), order(2, 'Αθηνάς 3'), order(3, 'Ερμού 12'))).toEqual([[1, 3], [2]])
})

test('an address that was typed differently is the same address', () => {
  expect(idsOf(order(1, 'Ερμού 12'), order(2, 'ΕΡΜΟΥ  12,'))).toEqual([[1, 2]])
  expect(idsOf(order(1, 'Ερμού 12'), order(2, 'Ερμού 1'))).toEqual([[1], [2]])
})

test('orders of two customers to one address are two stops, because each customer signs and pays for their own', () => {
  expect(idsOf(order(1, 'Ερμού 12'), order(2, 'Ερμού 12', 6))).toEqual([[1], [2]])
})

test('orders of a customer without an address are one stop, and a stop keeps its key when its first order is closed', () => {
  const [first, second] = [order(1, ''), order(2, '')]
  expect(idsOf(first, second)).toEqual([[1, 2]])
  expect(addressStopsOf([second])[0]?.key).toBe(addressStopsOf([first, second])[0]?.key)
})
