/** Tests that the driver's sheet counts stops as the truck at the planning desk and the driver's page do. */
import { expect, test } from 'vitest'
import type { SheetStop } from '../../domain/planning-contract.ts'
import { noneClosed, stopNumbersOf } from '../../domain/stops/address-stops.ts'
import { doorsOf, navigationOf } from './plan-navigation.ts'

const order = (id: number, address: string, more: Partial<SheetStop> = {}) =>
  ({
    id,
    customerId: 5,
    address,
    city: 'Αθήνα',
    postcode: '10563',
    outcome: null,
    lat: null,
    lon: null,
    ...more,
  }) as SheetStop
const numbersOf = (stops: SheetStop[]) =>
  doorsOf({ stops }).flatMap(({ number, orders }) => orders.map(({ id }) => [id, number] as const))

const ORDERS = [order(1, 'Ερμού 12'), order(2, 'Αθηνάς 3'), order(3, 'Ερμού 12'), order(4, 'Αιόλου 7')]

test('orders of one stop stand together and share its number, which is that of the truck', () => {
  const expected = [
    [1, 1],
    [3, 1],
    [2, 2],
    [4, 3],
  ]
  expect(numbersOf(ORDERS)).toEqual(expected)
  expect([...stopNumbersOf(ORDERS, noneClosed)]).toEqual(expected)
})

test('an order that went back to planning is left out, and the other stops keep their numbers', () => {
  const back = ORDERS.map((one) => (one.id === 2 ? { ...one, outcome: 'INVOICED' } : one))
  expect(numbersOf(back)).toEqual([
    [1, 1],
    [3, 1],
    [4, 3],
  ])
})

test('a link leads to each stop once', () => {
  const start = { address: 'Αιόλου 86', lat: null, lon: null }
  const [link, ...others] = navigationOf({ start, stops: ORDERS } as Parameters<typeof navigationOf>[0])
  expect(others).toEqual([])
  expect(decodeURIComponent(link?.href ?? '').match(/Ερμού 12/g)).toHaveLength(1)
  expect(link).toMatchObject({ from: 1, to: 4 })
})
