import { expect, test } from 'vitest'
import { addressStopsOf, besideTheirStop, destinationOf, noneClosed, stopNumbersOf } from './address-stops.ts'

type Stop = { id: number; customerId: number; address: string; city: string; postcode: string; closed: boolean }
const isClosed = ({ closed }: Stop) => closed

const order = (id: number, address: string, customerId = 5): Stop => ({
  id,
  customerId,
  address,
  city: 'Αθήνα',
  postcode: '10563',
  closed: false,
})
const idsOf = (...orders: Stop[]) => addressStopsOf(orders).map((stop) => stop.orders.map(({ id }) => id))

test('orders of a customer to one address are one stop, at the place of the first of them', () => {
  expect(idsOf(order(1, 'Ερμού 12'), order(2, 'Αθηνάς 3'), order(3, 'Ερμού 12'))).toEqual([[1, 3], [2]])
})

test('an order that stands apart moves to the place of its stop, and a list without such an order stays the same', () => {
  const [a, b, c] = [order(1, 'Ερμού 12'), order(2, 'Αθηνάς 3'), order(3, 'Ερμού 12')]
  expect(besideTheirStop([a, b, c])).toEqual([a, c, b])
  const apart = [a, c, b]
  expect(besideTheirStop(apart)).toBe(apart)
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

test('stops are numbered, not orders: the stop after one with two orders has the next number, also when those are closed', () => {
  const [a, b, c, d] = [order(1, 'Ερμού 12'), order(2, 'Ερμού 12'), order(3, 'Αθηνάς 3'), order(4, 'Αιόλου 7')]
  const numbers = [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
  ]
  expect([...stopNumbersOf([a, b, c, d], isClosed)]).toEqual(numbers)
  const closed = (stop: Stop): Stop => ({ ...stop, closed: true })
  expect([...stopNumbersOf([closed(a), closed(b), c, d], isClosed)]).toEqual(numbers)
  expect([...stopNumbersOf([closed(a), b, c, d], isClosed)]).toEqual(numbers)
})

test('a stop of which one order is closed is numbered at the place of the order that is still to be handed over', () => {
  const first: Stop = { ...order(1, 'Ερμού 12'), closed: true }
  const numbers = stopNumbersOf([first, order(2, 'Αθηνάς 3'), order(3, 'Ερμού 12')], isClosed)
  expect([...numbers].toSorted(([a], [b]) => a - b)).toEqual([
    [1, 2],
    [2, 1],
    [3, 2],
  ])
})

test('before the shipment is on its way, stops are numbered at the place of their first order', () => {
  const orders = [order(1, 'Ερμού 12'), order(2, 'Αθηνάς 3', 6), order(3, 'Ερμού 12')]
  expect([...stopNumbersOf(orders, noneClosed)].toSorted(([a], [b]) => a - b)).toEqual([
    [1, 1],
    [2, 2],
    [3, 1],
  ])
})

test('the destination leaves out what is not known', () => {
  expect(destinationOf({ address: ' Ερμού 12 ', postcode: '', city: 'Αθήνα' })).toBe('Ερμού 12, Αθήνα')
  expect(destinationOf({ address: '', postcode: '', city: '' })).toBe('')
})
