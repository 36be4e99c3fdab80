import { expect, test } from 'vitest'
import { lifePath } from './life-path.ts'
import { ORDER_STATUSES } from './order.ts'

test('each status is the present step of its bar, except cancelled orders and deleted offers, which have no bar', () => {
  const present = Object.fromEntries(
    ORDER_STATUSES.map((status) => {
      const path = lifePath(status)
      return [status, path && path.steps[path.at]]
    }),
  )
  const expected = Object.fromEntries(ORDER_STATUSES.map((status) => [status, status]))
  expect(present).toEqual({ ...expected, CANCELED: null, 'OFFER-DELETE': null })
})

test('PARKED takes the place of READY-TO-INVOICE, RETURNED that of ON SHIPPING, and OFFER comes before all steps', () => {
  expect(lifePath('PARKED')).toEqual({ steps: expect.not.arrayContaining(['READY-TO-INVOICE']), at: 4 })
  expect(lifePath('RETURNED')).toEqual({ steps: expect.not.arrayContaining(['ON SHIPPING']), at: 6 })
  expect(lifePath('OFFER')?.steps.slice(0, 2)).toEqual(['OFFER', 'PENDING-STOCK'])
})
