import { expect, test } from 'vitest'
import { lifePath } from './life-path.ts'
import { ORDER_STATUSES } from './order.ts'

test('every order that is not cancelled or deleted has a place on its way', () => {
  for (const status of ORDER_STATUSES) {
    const path = lifePath(status)
    if (status === 'CANCELED' || status === 'OFFER-DELETE') expect(path).toBeNull()
    else expect(path?.steps[path.at], status).toBe(status)
  }
})

test('a parked order stands where it is invoiced, a returned one where it is shipped, and an offer before the way', () => {
  expect(lifePath('PARKED')).toEqual({ steps: expect.not.arrayContaining(['READY-TO-INVOICE']), at: 4 })
  expect(lifePath('RETURNED')).toEqual({ steps: expect.not.arrayContaining(['ON SHIPPING']), at: 6 })
  expect(lifePath('OFFER')?.steps.slice(0, 2)).toEqual(['OFFER', 'PENDING-STOCK'])
})
