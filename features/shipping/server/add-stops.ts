/** Adds orders to a planned shipment that has not begun. */
import { ADDRESS } from '#features/orders/server/delivery-place.ts'
import { moveAll } from '#features/orders/server/moves/move-order.ts'
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { addStops as contract } from '../domain/planning-contract.ts'
import { type DriverType, type ShippingInfo, type TakingFacts, whyTakesNoMore } from '../domain/shipment.ts'
import { REMAINS, TAKING } from './open-shipments.ts'
import { insertStops, lockStops, planMove, readRoute, refusePlanned } from './plan-shipment.ts'

type Taking = TakingFacts & {
  readonly driver: string
  readonly driverType: DriverType
  readonly vehicle: string
  readonly extra: string
}

/**
 * Adds orders as the last stops of a shipment. They become ON SHIPPING with its driver, the list of addresses follows, and the distance is
 * estimated anew. An order that had left the shipment comes back to it as a new stop. The orders are locked before the shipment, as everywhere.
 */
export async function addStops(work: Work, shipmentId: number, orderIds: readonly number[]): Promise<void> {
  const { tx } = work
  const ids = [...new Set(orderIds)]
  const orders = await lockStops(tx, ids)
  await tx.run(sql`select from shipments where id = ${shipmentId} for update`)
  const shipment =
    (await tx.maybe<Taking>(sql`
      select ${TAKING}, s.driver, s.driver_type as "driverType", s.vehicle, s.extra
      from shipments s where s.id = ${shipmentId}`)) ?? refuse('missing', 'shipping.missing', { shipmentId })
  await refusePlanned(tx, ids)
  stopOn(whyTakesNoMore(shipment, ids.length))
  const { driver, driverType: type, vehicle: car } = shipment
  // the note of a courier's order is its voucher, which nobody has entered yet
  const info: ShippingInfo = { driver, type, car, extra: type === 'Driver' ? shipment.extra : '' }
  await moveAll(work, planMove, orders, { shipping: info, driver })
  const rows = await tx.many<{ id: number; position: number; remains: boolean }>(sql`
    select so.order_id as id, so.position, ${REMAINS} as remains from shipment_orders so
    where so.shipment_id = ${shipmentId} order by so.position`)
  const before = rows.filter(({ remains }) => remains).map(({ id }) => id)
  const all = [...before, ...ids]
  const cameBack = rows.flatMap(({ id }, place) => (ids.includes(id) ? [place + 1] : []))
  await tx.run(sql`
    delete from loaded_parcels where shipment_id = ${shipmentId} and order_id = any(${ids}::bigint[])`)
  const { spots, whole } = await readRoute(work, all, null)
  const added = spots.filter(({ id }) => ids.includes(id))
  await insertStops(tx, shipmentId, ids, added, rows.at(-1)?.position ?? 0)
  await tx.run(sql`
    update shipments set updated_at = now(), version = version + 1, estimated = true,
      distance_m = ${whole?.metres ?? null}::integer, duration_s = ${whole?.seconds ?? null}::integer,
      route = (
        select coalesce(jsonb_agg(r.address order by r.place), '[]') from jsonb_array_elements(route) with ordinality r(address, place)
        where jsonb_array_length(route) <> ${rows.length}::int or r.place <> all(${cameBack}::bigint[])) || (
        select jsonb_agg(${ADDRESS} order by array_position(${ids}::bigint[], o.id))
        from orders o join customers c on c.id = o.customer_id where o.id = any(${ids}::bigint[]))
    where id = ${shipmentId}`)
  work.record({
    entity: 'shipments',
    id: shipmentId,
    changes: changes({ orders: before }, { orders: all }),
  })
}

export const addStopsCommand = command(contract, async (work, { shipmentId, orderIds }) => {
  await addStops(work, shipmentId, orderIds)
  return { shipmentId }
})
