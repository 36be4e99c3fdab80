import { expect, test } from 'vitest'
import { listOf, STATUSES_IN_LISTS } from './customer-lists.ts'
import { ORDER_STATUSES } from './order.ts'

test('the lists of the customer page contain the statuses of the specification', () => {
  expect(listOf('OFFER')).toBe('offers')
  expect((['INVOICED', 'ON SHIPPING', 'PENDING-STOCK'] as const).map(listOf)).toEqual(['pending', 'pending', 'pending'])
  expect(listOf('PARKED')).toBe('preparation')
  expect(listOf('SHIPPED')).toBeNull()
})

test('an order of each status that is not closed is in a list', () => {
  expect(ORDER_STATUSES.filter((status) => !STATUSES_IN_LISTS.includes(status)).map(listOf)).toEqual(
    ORDER_STATUSES.filter((status) => listOf(status) === null).map(() => null),
  )
  expect(STATUSES_IN_LISTS).toContain('PARKED')
  expect(STATUSES_IN_LISTS).not.toContain('SHIPPED')
})
