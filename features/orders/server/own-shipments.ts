/** Which rounds are a driver's own, and with them which orders and customers. One place for the features that ask. */
import type { Actor } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** What waited on a driver's phone may arrive after the office ended his round. */
const DAYS_AFTER_FINISH = 3

/**
 * Over `shipments s`: a driver has his own only, by account, or by name where the shipment has no account (ruling
 * C-30). The office has all.
 */
export function ownShipments(actor: Actor): Sql {
  if (actor.role !== 'driver') return sql`true`
  return sql`(s.driver_user_id = ${actor.userId}::bigint
    or (s.driver_user_id is null and fold(s.driver) = fold(${actor.name})))`
}

/** Over `shipments s`: the rounds that are out, or ended so lately that a phone may still have to tell of them. */
export const RECENT_SHIPMENTS: Sql = sql`(s.status = 'PENDING'
  or s.finished_at > now() - make_interval(days => ${DAYS_AFTER_FINISH}))`

/** Whether a person may deal with this customer at the door: a driver only where his truck stops (ruling C-49). */
export async function isCustomerOnTruck(rows: Rows, actor: Actor, customerId: number): Promise<boolean> {
  if (actor.role !== 'driver') return true
  const stop = await rows.maybe(sql`
    select 1 as found
    from shipments s
    join shipment_orders so on so.shipment_id = s.id
    join orders o on o.id = so.order_id
    where ${RECENT_SHIPMENTS} and o.customer_id = ${customerId} and ${ownShipments(actor)}
    limit 1`)
  return stop !== null
}

/** Whether a person may name this order at the door: a driver only one that is or lately was on a truck of his. */
export async function isOrderOnTruck(rows: Rows, actor: Actor, orderId: number): Promise<boolean> {
  if (actor.role !== 'driver') return true
  const stop = await rows.maybe(sql`
    select 1 as found from shipments s join shipment_orders so on so.shipment_id = s.id
    where ${RECENT_SHIPMENTS} and so.order_id = ${orderId} and ${ownShipments(actor)}
    limit 1`)
  return stop !== null
}
