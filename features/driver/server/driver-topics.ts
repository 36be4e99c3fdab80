/** Decides which topics a driver receives: those of their shipments, orders, customers, payments and loans. */
import { readableShipments, readableStops } from '#features/shipping/server/own-shipments.ts'
import { anyOf, kindIn } from '#kernel/live/topics.ts'
import type { Actor } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'

/** The kinds of records of which a driver is notified only if they are the driver's own. */
export const OWN_KINDS = ['shipments', 'orders', 'customers', 'payments', 'loans']

/** Returns the topics of the driver's own records, each with its kind, and those that may stand for any record of a kind. */
export async function driverTopics(rows: Rows, actor: Actor, topics: readonly string[]): Promise<string[]> {
  const records = topics.filter((topic) => topic.includes(':') && topic !== anyOf(kindIn(topic)))
  const idsOf = (kind: string) =>
    records.filter((topic) => topic.startsWith(`${kind}:`)).map((topic) => Number(topic.slice(kind.length + 1)))
  const named = new Set(records.map(kindIn))
  const unnamed = OWN_KINDS.filter(
    (kind) => topics.includes(anyOf(kind)) || (topics.includes(kind) && !named.has(kind)),
  ).flatMap((kind) => [kind, anyOf(kind)])
  if (!OWN_KINDS.some((kind) => named.has(kind))) return unnamed
  const own = await rows.many<{ topic: string }>(sql`
    with stops as (
      select so.order_id, o.customer_id
      from shipments s
      join shipment_orders so on so.shipment_id = s.id
      join orders o on o.id = so.order_id
      where ${readableStops(actor)})
    select 'shipments:' || s.id as topic from shipments s
      where s.id = any(${idsOf('shipments')}::bigint[]) and ${readableShipments(actor)}
    union select 'orders:' || order_id from stops where order_id = any(${idsOf('orders')}::bigint[])
    union select 'customers:' || customer_id from stops where customer_id = any(${idsOf('customers')}::bigint[])
    union select 'payments:' || id from payments
      where id = any(${idsOf('payments')}::bigint[])
        and (carried_by = ${actor.userId}::bigint or customer_id in (select customer_id from stops))
    union select 'loans:' || id from loans
      where id = any(${idsOf('loans')}::bigint[]) and customer_id in (select customer_id from stops)`)
  const found = own.map(({ topic }) => topic)
  return [...new Set([...unnamed, ...found.map(kindIn), ...found])]
}
