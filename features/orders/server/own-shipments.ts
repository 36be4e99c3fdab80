/** Which rounds and stops are a driver's own, and with them which orders and customers. One place for who asks. */
import type { Actor } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** What waited on a driver's phone may arrive after the office ended his round, or took an order from it. */
const DAYS_TO_TELL = 3

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
  or s.finished_at > now() - make_interval(days => ${DAYS_TO_TELL}))`

/** Over a stop `so`: its order was planned again since, and goes or went with a later round. */
export const PLANNED_AGAIN: Sql = sql`exists (
  select from shipment_orders later where later.order_id = so.order_id and later.shipment_id > so.shipment_id)`

/**
 * Over `shipments s` and their stops `so`: those whose orders and customers a person reaches. A driver reaches an order
 * that is on a recent round of his, or that he delivered or returned there. What went back to planning (ruling C-28) or
 * goes on another round is no longer his.
 */
export function reachedStops(actor: Actor): Sql {
  if (actor.role !== 'driver') return sql`true`
  return sql`(${RECENT_SHIPMENTS} and ${ownShipments(actor)}
    and so.outcome is distinct from 'INVOICED' and not ${PLANNED_AGAIN})`
}

/**
 * Over `shipments s` and their stops `so`: those of which a person may tell what he did at `doneAt`, by his phone. A
 * driver may tell of what he reaches, and for some days of what he did while the stop was his: the cash is in his pocket
 * although the order has left his round before the phone found a line.
 */
export function tellableStops(actor: Actor, doneAt?: string): Sql {
  if (actor.role !== 'driver' || doneAt === undefined) return reachedStops(actor)
  return sql`(${reachedStops(actor)} or (${ownShipments(actor)}
    and ${doneAt}::timestamptz between s.created_at and so.outcome_at
    and so.outcome_at > now() - make_interval(days => ${DAYS_TO_TELL})))`
}

/** Whether a person may deal with this customer at the door: a driver only where his truck stops (ruling C-49). */
export async function isCustomerOnTruck(
  rows: Rows,
  actor: Actor,
  customerId: number,
  doneAt?: string,
): Promise<boolean> {
  if (actor.role !== 'driver') return true
  const stop = await rows.maybe(sql`
    select 1 as found
    from shipments s
    join shipment_orders so on so.shipment_id = s.id
    join orders o on o.id = so.order_id
    where o.customer_id = ${customerId} and ${tellableStops(actor, doneAt)}
    limit 1`)
  return stop !== null
}

/** Whether a person may name this order at the door: a driver only one that he reaches, or reached at `doneAt`. */
export async function isOrderOnTruck(rows: Rows, actor: Actor, orderId: number, doneAt?: string): Promise<boolean> {
  if (actor.role !== 'driver') return true
  const stop = await rows.maybe(sql`
    select 1 as found from shipments s join shipment_orders so on so.shipment_id = s.id
    where so.order_id = ${orderId} and ${tellableStops(actor, doneAt)}
    limit 1`)
  return stop !== null
}
