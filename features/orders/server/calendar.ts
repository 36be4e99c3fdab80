/** Deliveries of orders as the calendar shows them. */
import { addressOf } from '#kernel/entity.ts'
import type { CalendarKind, CalendarRow } from '#server/calendar/kinds.ts'
import { sql } from '#server/db/database.ts'
import { awaitsDelivery, whyNotMoveDelivery } from '../domain/delivery-day.ts'
import { ordersEntity } from '../domain/entity.ts'
import { type OrderStatus, UNORDERED_STATUSES } from '../domain/order.ts'
import { ordersRights } from '../domain/rights.ts'
import { moveDeliveryCommand } from './write/move-delivery.ts'

type DeliveryRow = CalendarRow & { readonly status: OrderStatus; readonly shippingBy: string | null }

/** Every order with a delivery date, except offers and cancelled orders. Delivered orders stay on their day. */
export const deliveries: CalendarKind = {
  name: 'orders.deliveries',
  right: ordersRights.read,
  figure: 'quantity',
  ofDay: () => sql`
    select o.id, o.expected_delivery_at as at, '#' || o.id as code, o.name as title, o.label as subtitle, o.status,
      o.quantity_e4 as figure, o.version, nullif(o.shipping_by, '') as "shippingBy"
    from orders o
    where o.expected_delivery_at >= d.day and o.expected_delivery_at < d.day + interval '1 day'
      and o.status <> all(${UNORDERED_STATUSES}::text[])
    order by o.expected_delivery_at, o.id`,
  link: { right: () => ordersRights.read, to: ({ id }) => addressOf(ordersEntity, id) },
  waits: (row) => awaitsDelivery((row as DeliveryRow).status),
  move: { command: moveDeliveryCommand, whyNot: (row) => whyNotMoveDelivery(row as DeliveryRow) },
}
