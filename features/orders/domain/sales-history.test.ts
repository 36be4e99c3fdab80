import { expect, test } from 'vitest'
import { ORDER_STATUSES } from './order.ts'
import { SOLD_STATUSES } from './sales-history.ts'

test('everything counts as sold, except offers and what was cancelled or returned', () => {
  expect(ORDER_STATUSES.filter((status) => !SOLD_STATUSES.includes(status))).toEqual([
    'OFFER',
    'OFFER-DELETE',
    'RETURNED',
    'CANCELED',
  ])
})
