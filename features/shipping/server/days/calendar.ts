/** Shipments as the calendar shows them, on the day on which they left, and until then on the day on which they were planned. */
import type { CalendarKind } from '#server/calendar/kinds.ts'
import { sql } from '#server/db/database.ts'
import { shippingRights } from '../../domain/rights.ts'

export const shipmentDays: CalendarKind = {
  name: 'shipping.shipments',
  right: shippingRights.read,
  figure: 'orders',
  ofDay: () => sql`
    select s.id, (s.departed_at at time zone 'Europe/Athens')::text as at, '#' || s.id as code, s.driver as title,
      s.vehicle as subtitle, s.status, s.version,
      (select count(*) from shipment_orders so where so.shipment_id = s.id) as figure
    from shipments s
    where coalesce(s.departed_at, s.created_at) >= d.day at time zone 'Europe/Athens'
      and coalesce(s.departed_at, s.created_at) < (d.day + interval '1 day') at time zone 'Europe/Athens'
    order by coalesce(s.departed_at, s.created_at), s.id`,
  link: { right: () => shippingRights.view, to: ({ id }) => `/shipping-plan/${id}` },
}
