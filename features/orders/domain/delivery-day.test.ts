import { describe, expect, test } from 'vitest'
import { whyNotMoveDelivery } from './delivery-day.ts'
import { ORDER_STATUSES, type OrderStatus } from './order.ts'

/** The refusal of each status whose delivery stays where it is. All other deliveries may be moved. */
const REFUSED: Partial<Record<OrderStatus, string>> = {
  SHIPPED: 'orders.move-delivered',
  FINISHED: 'orders.move-delivered',
  CANCELED: 'orders.move-withdrawn',
  'OFFER-DELETE': 'orders.move-withdrawn',
  'ON SHIPPING': 'orders.move-on-way',
}

describe('the delivery of an order', () => {
  test.each(ORDER_STATUSES)('in %s is moved, or refused with its own reason', (status) => {
    expect(whyNotMoveDelivery({ status, shippingBy: 'Νίκος' })?.code).toBe(REFUSED[status])
  })

  test('in a shipment is refused with the name of the driver, or by a sentence without one', () => {
    expect(whyNotMoveDelivery({ status: 'ON SHIPPING', shippingBy: 'Νίκος' })?.details).toEqual({ driver: 'Νίκος' })
    expect(whyNotMoveDelivery({ status: 'ON SHIPPING', shippingBy: null })).toEqual({
      kind: 'refused',
      code: 'orders.move-in-shipment',
    })
  })
})
