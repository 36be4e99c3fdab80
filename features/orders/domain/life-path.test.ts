import { expect, test } from 'vitest'
import { lifePath } from './life-path.ts'
import { ORDER_STATUSES } from './order.ts'

test('each status is the present step of its bar, except cancelled orders and deleted offers, which have no bar', () => {
  for (const status of ORDER_STATUSES) {
    const path = lifePath(status)
    if (status === 'CANCELED' || status === 'OFFER-DELETE') expect(path).toBeNull()
    else expect(path?.steps[path.at], status).toBe(status)
  }
})

test('PARKED takes the place of READY-TO-INVOICE, RETURNED that of ON SHIPPING, and OFFER comes before all steps', () => {
  expect(lifePath('PARKED')).toEqual({ steps: expect.not.arrayContaining(['READY-TO-INVOICE']), at: 4 })
  expect(lifePath('RETURNED')).toEqual({ steps: expect.not.arrayContaining(['ON SHIPPING']), at: 6 })
  expect(lifePath('OFFER')?.steps.slice(0, 2)).toEqual(['OFFER', 'PENDING-STOCK'])
})
