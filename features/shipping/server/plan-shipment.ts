/** Plans a shipment: creates it with its stops and route, and moves its orders to ON SHIPPING. */
import { ADDRESS } from '#features/orders/server/delivery-place.ts'
import { lockOrders, type LockedOrder } from '#features/orders/server/lock-orders.ts'
import { moveAll, orderMove } from '#features/orders/server/moves/move-order.ts'
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { planShipment } from '../domain/contract.ts'
import { estimateLegs, type Leg, type Spot, sumOfLegs } from '../domain/route.ts'
import type { DriverType, ShippingInfo } from '../domain/shipment.ts'
import { readStart, readStops } from './stop-places.ts'

type Plan = {
  readonly orderIds: readonly number[]
  readonly driverType: DriverType
  readonly driverUserId: number | null
  readonly driver: string
  readonly vehicle: string
  readonly extra: string
  /** The voucher of each parcel. */
  readonly vouchers?: readonly { readonly orderId: number; readonly voucher: string }[] | undefined
  /** Distance and duration of the route, by the directions service. Without them straight lines are used. */
  readonly measured?: Leg | null
  /** The addresses in driving order. Without them, those of the orders are used. */
  readonly route?: readonly unknown[]
}

/** Gives an order to a driver. A program moves its orders first, and writes their shipment afterwards. */
export const planMove = orderMove('plan', {
  ofRecord: ({ shipping, shipping_by }): { readonly shipping: object; readonly driver: string } => {
    const driver = [shipping_by, shipping?.['driver']].find((name) => typeof name === 'string' && name !== '')
    if (typeof driver !== 'string') refuse('invalid', 'shipping.driver-required')
    return { shipping: { ...shipping, driver }, driver }
  },
  writes: ({ shipping, driver }) => ({ patch: { shipping, shippingBy: driver } }),
})

/** Creates a shipment with the orders in driving order. The orders become ON SHIPPING with the driver. */
export async function createShipment(work: Work, plan: Plan): Promise<{ id: number }> {
  const { tx } = work
  const driver = plan.driver.trim()
  if (driver === '') refuse('invalid', 'shipping.driver-required', { fields: { driver: 'shipping.driver-required' } })
  const ids = [...new Set(plan.orderIds)]
  for (const { orderId } of plan.vouchers ?? [])
    if (plan.driverType === 'Driver' || !ids.includes(orderId))
      refuse('invalid', 'shipping.voucher-without-courier', { orderId })
  const orders = await lockStops(tx, ids)
  // programs move the orders first and write the shipment afterwards
  const waiting = orders.filter((order) => order.status !== 'ON SHIPPING')
  if (waiting.length < orders.length) await refusePlanned(tx, ids)
  const driverUserId = await driverAccount(work, plan, driver)
  const info: ShippingInfo = { driver, type: plan.driverType, car: plan.vehicle, extra: plan.extra }
  for (const [extra, some] of Map.groupBy(waiting, (order) => noteOf(plan, order.id)))
    await moveAll(work, planMove, some, { shipping: { ...info, extra }, driver })
  const { spots, whole } = await readRoute(work, ids, plan.measured ?? null)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into shipments (driver, driver_user_id, driver_type, vehicle, extra, distance_m, duration_s, estimated, route)
    select ${driver}, ${driverUserId}::bigint, ${plan.driverType}, ${plan.vehicle}, ${plan.extra},
      ${whole?.metres ?? null}::integer, ${whole?.seconds ?? null}::integer, ${!plan.measured}::boolean,
      coalesce(${plan.route ? JSON.stringify(plan.route) : null}::jsonb, (
        select jsonb_agg(${ADDRESS} order by array_position(${ids}::bigint[], o.id))
        from orders o join customers c on c.id = o.customer_id where o.id = any(${ids}::bigint[])))
    returning id`)
  await insertStops(tx, id, ids, spots, 0)
  work.record({ entity: 'shipments', id, changes: changes({}, { status: 'PENDING', driver, orders: ids }) })
  return { id }
}

/** Writes the stops of a shipment in driving order, behind the last position of those that it has. An order that had left it is open again. */
export const insertStops = (
  tx: Rows,
  shipmentId: number,
  ids: readonly number[],
  spots: readonly object[],
  last: number,
): Promise<number> =>
  tx.run(sql`
    insert into shipment_orders (shipment_id, order_id, position, lat, lon)
    select ${shipmentId}, t.order_id, ${last}::integer + t.position, s.lat, s.lon
    from unnest(${[...ids]}::bigint[]) with ordinality as t(order_id, position)
    left join jsonb_to_recordset(${JSON.stringify(spots)}::jsonb) as s(id bigint, lat double precision, lon double precision)
      on s.id = t.order_id
    on conflict (shipment_id, order_id) do update set position = excluded.position, lat = excluded.lat, lon = excluded.lon,
      outcome = null, outcome_at = null, reason = null, reason_code = null, done_at = null, voucher = null`)

/** Locks orders, and returns them in the given order. Refuses if one is missing. */
export async function lockStops(tx: Rows, ids: readonly number[]): Promise<LockedOrder[]> {
  const locked = await lockOrders(tx, ids)
  return ids.map(
    (id) => locked.find((order) => order.id === id) ?? refuse('missing', 'orders.missing', { orderId: id }),
  )
}

/** Refuses if one of the orders is in an open shipment, and names it with the shipment. */
export async function refusePlanned(tx: Rows, orderIds: readonly number[]): Promise<void> {
  const planned = await tx.maybe<{ orderId: number; shipmentId: number; driver: string }>(sql`
    select so.order_id as "orderId", s.id as "shipmentId", s.driver
    from shipment_orders so join shipments s on s.id = so.shipment_id
    where so.order_id = any(${[...orderIds]}::bigint[]) and so.outcome is null
    order by array_position(${[...orderIds]}::bigint[], so.order_id) limit 1`)
  if (planned) refuse('refused', 'shipping.already-in-shipment', planned)
}

/** Returns the note of an order: its voucher if the plan has vouchers, or else the note of the shipment. */
const noteOf = ({ vouchers, extra }: Plan, orderId: number): string =>
  vouchers ? (vouchers.find((one) => one.orderId === orderId)?.voucher ?? '') : extra

/** Returns the known places of the stops and the length of the route, without a request to an outside service. */
export async function readRoute(
  { tx }: Pick<Work, 'tx'>,
  orderIds: readonly number[],
  measured: Leg | null,
): Promise<{ spots: (Spot & { id: number })[]; whole: Leg | null }> {
  const start = await readStart(tx)
  const stops = await readStops(tx, orderIds)
  const spots = stops.flatMap(({ orderId, spot }) => (spot ? [{ id: orderId, ...spot }] : []))
  if (measured) return { spots, whole: measured }
  if (!start.spot || spots.length === 0) return { spots, whole: null }
  return { spots, whole: sumOfLegs(estimateLegs([start.spot, ...spots, start.spot])) }
}

/**
 * Returns the account of the driver: the chosen one, or the one with the given name, ignoring case and accents (C-30).
 * Returns null for couriers, and if not exactly one account has the name.
 */
export async function driverAccount(
  { tx }: Pick<Work, 'tx'>,
  { driverUserId, driverType }: Pick<Plan, 'driverUserId' | 'driverType'>,
  name: string,
): Promise<number | null> {
  if (driverUserId !== null) {
    const chosen = await tx.maybe(
      sql`select id from users where id = ${driverUserId} and role = 'driver' and status = 'ACTIVE'`,
    )
    return chosen ? driverUserId : refuse('refused', 'shipping.no-driver-account')
  }
  if (driverType !== 'Driver') return null
  const rows = await tx.many<{ id: number }>(sql`
    select id from users where role = 'driver' and status = 'ACTIVE'
      and fold(${name}) in (fold(username), fold(trim(first_name || ' ' || last_name)))`)
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

export const planShipmentCommand = command(planShipment, createShipment)
