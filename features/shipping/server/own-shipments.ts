/**
 * Declares which shipments, stops, orders and customers a driver may read and report about. All endpoints use these
 * conditions. The office may read and report about all.
 */
import type { Actor } from '#server/command.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'

/**
 * For so many days after a shipment ended, or an order left it, actions that waited on an offline phone are accepted.
 */
const DAYS_TO_REPORT = 3

/**
 * Selects shipments `s`: for drivers their own, by account, or by name if the shipment has no account (C-30). For the
 * office all.
 */
export function ownShipments(actor: Actor): Sql {
  if (actor.role !== 'driver') return sql`true`
  return sql`(s.driver_user_id = ${actor.userId}::bigint
    or (s.driver_user_id is null and fold(s.driver) = fold(${actor.name})))`
}

/**
 * Reports whether a shipment `s` is the person's own. `ownShipments` alone is null for a shipment without an account that another driver's name
 * has; a condition takes that as false, and a row would not.
 */
export const isOwnShipment = (actor: Actor): Sql => sql`coalesce(${ownShipments(actor)}, false)`

/** Selects shipments `s` that are open, or ended so recently that a phone may still send actions. */
export const RECENT_SHIPMENTS: Sql = sql`(s.status = 'PENDING'
  or s.finished_at > now() - make_interval(days => ${DAYS_TO_REPORT}))`

/** Selects shipments `s` that a person may read: drivers their own ones that are open or ended recently. */
export const readableShipments = (actor: Actor): Sql =>
  actor.role === 'driver' ? sql`(${ownShipments(actor)} and ${RECENT_SHIPMENTS})` : sql`true`

/** Until when an order was in a stop. It may come back to an older shipment that has not begun, so the numbers of shipments do not tell. */
const untilOf = (stop: Sql): Sql =>
  sql`(case when ${stop}.outcome is null then 'infinity' else coalesce(${stop}.outcome_at, '-infinity') end)`

/** Sorts stops `so` of an order, the newest first. */
export const NEWEST_STOP_FIRST: Sql = sql`${untilOf(raw('so'))} desc, so.shipment_id desc`

/** Over a stop `so`: reports whether its order was planned again since, into another shipment. */
export const PLANNED_AGAIN: Sql = sql`exists (
  select from shipment_orders later where later.order_id = so.order_id and later.shipment_id <> so.shipment_id
    and (${untilOf(raw('later'))}, later.shipment_id) > (${untilOf(raw('so'))}, so.shipment_id))`

/**
 * Selects shipments `s` and their stops `so` whose orders and customers a person may read. Drivers may read an
 * order in their recent shipments, or one that they delivered or returned there. They may not read an order that went
 * back to planning (C-28) or into another shipment.
 */
export function readableStops(actor: Actor): Sql {
  if (actor.role !== 'driver') return sql`true`
  return sql`(${readableShipments(actor)}
    and so.outcome is distinct from 'INVOICED' and not ${PLANNED_AGAIN})`
}

/**
 * Selects shipments `s` and their stops `so` whose papers a person may read. For drivers these are the stops that they may read, and those
 * whose goods are still in the vehicle: the order went back to planning after the vehicle left, and was not planned again.
 */
export function stopsWithPapers(actor: Actor): Sql {
  if (actor.role !== 'driver') return sql`true`
  return sql`(${readableStops(actor)} or (${ownShipments(actor)} and s.status = 'PENDING' and so.outcome = 'INVOICED'
    and so.outcome_at >= s.departed_at and not ${PLANNED_AGAIN}))`
}

/**
 * Selects shipments `s` and their stops `so` for which a person may report an action. `doneAt` is its time by the clock
 * of the phone. Drivers may report about orders that they may read. For some days they may also report what they did
 * while they had the stop. Otherwise cash that they carry could not be booked.
 */
export function reportableStops(actor: Actor, doneAt?: string): Sql {
  if (actor.role !== 'driver' || doneAt === undefined) return readableStops(actor)
  return sql`(${readableStops(actor)} or (${ownShipments(actor)}
    and ${doneAt}::timestamptz between s.created_at and so.outcome_at
    and so.outcome_at > now() - make_interval(days => ${DAYS_TO_REPORT})))`
}

/** Over orders `o`: reports whether a driver may read one. */
export const seenByDriver = (driver: Actor): Sql => sql`exists (
  select from shipment_orders so join shipments s on s.id = so.shipment_id where so.order_id = o.id and ${readableStops(driver)})`

/** Reports whether a person may report an action for this customer: drivers only if they have a stop there (C-49). */
export async function mayActForCustomer(
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
    where o.customer_id = ${customerId} and ${reportableStops(actor, doneAt)}
    limit 1`)
  return stop !== null
}

/**
 * Reports whether a person may report an action on this order: drivers only if they may read it, or had it at `doneAt`.
 */
export async function mayActOnOrder(rows: Rows, actor: Actor, orderId: number, doneAt?: string): Promise<boolean> {
  if (actor.role !== 'driver') return true
  const stop = await rows.maybe(sql`
    select 1 as found from shipments s join shipment_orders so on so.shipment_id = s.id
    where so.order_id = ${orderId} and ${reportableStops(actor, doneAt)}
    limit 1`)
  return stop !== null
}
