/** Moves the delivery of an order to another day. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { defineMove } from '#kernel/days/moving.ts'
import { CLOSED_STATUSES, DELIVERED_STATUSES, isWithdrawn, type OrderStatus } from './order.ts'
import { ordersRights } from './rights.ts'

/** Reports whether the delivery of an order has yet to happen, so that it is late once its day has passed. */
export const awaitsDelivery = (status: OrderStatus): boolean =>
  status !== 'RETURNED' && !CLOSED_STATUSES.includes(status)

type Delivery = { readonly status: OrderStatus; readonly shippingBy: string | null }

/**
 * Returns why the delivery of an order cannot be moved to another day, or null if it can. The day is free until the order is in a
 * shipment, also after the lines can no longer be changed: it is agreed with the customer and is on no document. An order
 * in a shipment leaves it only by To planning, as every stop does.
 */
export function whyNotMoveDelivery({ status, shippingBy }: Delivery): Refusal | null {
  if (DELIVERED_STATUSES.includes(status)) return refusal('refused', 'orders.move-delivered', { status })
  if (isWithdrawn(status)) return refusal('refused', 'orders.move-withdrawn', { status })
  if (status !== 'ON SHIPPING') return null
  return shippingBy === null
    ? refusal('refused', 'orders.move-in-shipment')
    : refusal('refused', 'orders.move-on-way', { driver: shippingBy })
}

/** Moves the delivery of an order to another day. The time of day stays. */
export const moveDelivery = defineMove('orders.move-delivery', ordersRights.write)
