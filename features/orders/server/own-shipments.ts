/**
 * Selects the shipments and stops of a driver, and with them the orders and customers. All endpoints use these
 * conditions.
 */
import type { Actor } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** How many days actions that waited on a phone are accepted after the shipment ended or the order left it. */
const DAYS_TO_TELL = 3

/**
 * Over `shipments s`: drivers have their own, by account, or by name where the shipment has no account (C-30). The
 * office has all.
 */
export function ownShipments(actor: Actor): Sql {
  if (actor.role !== 'driver') return sql`true`
  return sql`(s.driver_user_id = ${actor.userId}::bigint
    or (s.driver_user_id is null and fold(s.driver) = fold(${actor.name})))`
}

/** Over `shipments s`: the open ones, and those that ended so recently that a phone may still send actions. */
export const RECENT_SHIPMENTS: Sql = sql`(s.status = 'PENDING'
  or s.finished_at > now() - make_interval(days => ${DAYS_TO_TELL}))`

/** Over a stop `so`: reports whether its order was planned again since, into a later shipment. */
export const PLANNED_AGAIN: Sql = sql`exists (
  select from shipment_orders later where later.order_id = so.order_id and later.shipment_id > so.shipment_id)`

/**
 * Over `shipments s` and their stops `so`: those whose orders and customers a person may read. Drivers may read an
 * order in their recent shipments, or one that they delivered or returned there. They may not read an order that went
 * back to planning (C-28) or into another shipment.
 */
export function reachedStops(actor: Actor): Sql {
  if (actor.role !== 'driver') return sql`true`
  return sql`(${RECENT_SHIPMENTS} and ${ownShipments(actor)}
    and so.outcome is distinct from 'INVOICED' and not ${PLANNED_AGAIN})`
}

/**
 * Over `shipments s` and their stops `so`: those for which a person may report an action at `doneAt`, by the phone.
 * Drivers may report about orders that they may read. For some days they may also report what they did while they had
 * the stop. Otherwise cash that they carry could not be booked.
 */
export function tellableStops(actor: Actor, doneAt?: string): Sql {
  if (actor.role !== 'driver' || doneAt === undefined) return reachedStops(actor)
  return sql`(${reachedStops(actor)} or (${ownShipments(actor)}
    and ${doneAt}::timestamptz between s.created_at and so.outcome_at
    and so.outcome_at > now() - make_interval(days => ${DAYS_TO_TELL})))`
}

/** Reports whether a person may act for this customer: drivers only where they have a stop (C-49). */
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

/** Reports whether a person may name this order: drivers only if they may read it, or had it at `doneAt`. */
export async function isOrderOnTruck(rows: Rows, actor: Actor, orderId: number, doneAt?: string): Promise<boolean> {
  if (actor.role !== 'driver') return true
  const stop = await rows.maybe(sql`
    select 1 as found from shipments s join shipment_orders so on so.shipment_id = s.id
    where so.order_id = ${orderId} and ${tellableStops(actor, doneAt)}
    limit 1`)
  return stop !== null
}
