import { expect, test } from 'vitest'
import { whyNotMailed, whyNotMailedToCustomer } from './mailing.ts'
import { ORDER_STATUSES } from '../order.ts'

test('only cancelled orders and deleted offers are not mailed', () => {
  expect(ORDER_STATUSES.filter((status) => whyNotMailed(status) !== null)).toEqual(['OFFER-DELETE', 'CANCELED'])
})

test.each([
  ['a@hotel.example', null, undefined],
  ['a@hotel.example, b@hotel.example', null, undefined],
  ['', null, 'orders.no-address'],
  ['  ', null, 'orders.no-address'],
  ['hotel', null, 'orders.bad-address'],
  ['a@hotel.example; hotel', null, 'orders.bad-address'],
  ['a@hotel.example', '2026-11-23T08:00:00Z', 'orders.mailed-already'],
])('an order whose customer has the address "%s" and was mailed at %s is refused with %s', (email, mailedAt, code) => {
  expect(whyNotMailedToCustomer({ status: 'INVOICED', email, mailedAt })?.code).toBe(code)
  expect(whyNotMailedToCustomer({ status: 'CANCELED', email, mailedAt })?.code).toBe('orders.not-mailed')
})
