import { sql } from '#server/db/database.ts'
import type { Following } from '#server/merging/merging.ts'

/** The shipments with orders of a customer. They name the orders, so they follow them. */
export const shipmentsOfCustomer: Following = {
  to: 'customers',
  name: 'shipments',
  count: (rows, id) =>
    rows
      .one<{ count: number }>(sql`
        select count(distinct so.shipment_id)::int as count
        from orders o join shipment_orders so on so.order_id = o.id where o.customer_id = ${id}`)
      .then(({ count }) => count),
}
