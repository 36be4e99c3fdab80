/** Tests that the lists of statuses agree. */
import { expect, test } from 'vitest'
import {
  CLOSED_STATUSES,
  DELIVERED_STATUSES,
  isWithdrawn,
  ORDER_STATUSES,
  type OrderStatus,
  UNINVOICED_STATUSES,
} from './order.ts'
import { AWAITS_DOCUMENT, orderLifecycle } from './lifecycle.ts'

test('the closed statuses are those of delivered and withdrawn orders, and each end of the life cycle is one of them', () => {
  const closed = ORDER_STATUSES.filter((status) => DELIVERED_STATUSES.includes(status) || isWithdrawn(status))
  expect(CLOSED_STATUSES.toSorted()).toEqual(closed.toSorted())
  expect(orderLifecycle.finals.filter((status) => !CLOSED_STATUSES.includes(status))).toEqual([])
})

test('the life cycle leads from each status before the invoice to an invoice, and from no other but a deleted offer', () => {
  const { 'invoice-epsilon': invoice, ...others } = orderLifecycle.transitions
  const before = new Set<OrderStatus>(invoice.from)
  // a transition from a status that was invoiced leads back to a status that was invoiced, and so to none of these
  for (let found = 0; found < before.size; ) {
    found = before.size
    for (const { from, to } of Object.values(others)) if (before.has(to)) for (const status of from) before.add(status)
  }
  expect([...before].toSorted()).toEqual([...UNINVOICED_STATUSES, 'OFFER-DELETE'].toSorted())
})

test('an order waits for its invoice before it is invoiced, and for a credit note only while it is not on its way or delivered', () => {
  expect(AWAITS_DOCUMENT).toEqual({ invoice: ['READY-TO-INVOICE'], 'credit-note': ['INVOICED', 'RETURNED'] })
})
