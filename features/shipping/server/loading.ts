/** Loads vehicles: ticks parcels off, says which are missing, and notes when the vehicle leaves. */
import { ADDRESS, CITY, POSTCODE } from '#features/orders/server/delivery-place.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { PARCELS } from '#features/orders/server/parcels.ts'
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { type Actor, command, lockingCommand, query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readDoneKeys } from '#server/runner/idempotency.ts'
import { type ParcelFacts, missingParcels, missingText, whyNotLoaded } from '../domain/loading.ts'
import { departShipment, loadParcel, type Loading, shipmentLoading } from '../domain/loading-contract.ts'
import { stopNumbersOf } from '../domain/stops/address-stops.ts'
import { whyWithoutNotes } from './stops/noted-orders.ts'
import { type Readable, readableShipment } from './readable-shipment.ts'

type Shipment = Omit<Loading, 'stops' | 'doneKeys'> & { readonly driverType: string }

/** Returns a shipment that a person may load. Drivers load only their own. */
const shipmentToLoad = (rows: Rows, actor: Actor, id: number): Promise<Shipment> =>
  readableShipment(actor, id, (readable) =>
    rows.maybe<Shipment & Readable>(sql`
      select s.id, s.status, s.driver, s.driver_type as "driverType", s.vehicle, s.departed_at as "departedAt", ${readable}
      from shipments s where s.id = ${id}`),
  )

type LoadingOrder = Loading['stops'][number] & {
  readonly id: number
  readonly customerId: number
  readonly address: string
  readonly postcode: string
  readonly outcome: string | null
}

/** Returns the open orders in driving order, with the numbers of their stops among all orders of the shipment. */
async function readStops(rows: Rows, shipmentId: number): Promise<Loading['stops']> {
  const orders = await rows.many<LoadingOrder>(sql`
    select o.id, o.id as "orderId", so.position, o.customer_id as "customerId", o.name, o.label, ${ADDRESS} as address,
      ${POSTCODE} as postcode, ${CITY} as city, so.outcome, ${PARCELS} as parcels,
      coalesce((select json_agg(json_build_object('parcel', l.parcel, 'by', l.loaded_by, 'at', l.loaded_at) order by l.parcel)
        from loaded_parcels l
        where l.shipment_id = so.shipment_id and l.order_id = so.order_id and l.parcel <= o.parcels), '[]') as loaded
    from shipment_orders so join orders o on o.id = so.order_id join customers c on c.id = o.customer_id
    where so.shipment_id = ${shipmentId}
    order by so.position`)
  const numbers = stopNumbersOf(orders, ({ outcome }) => outcome !== null)
  return orders
    .filter(({ outcome }) => outcome === null)
    .map(({ orderId, name, label, city, parcels, loaded }) => ({
      orderId,
      position: numbers.get(orderId) ?? 0,
      name,
      label,
      city,
      parcels,
      loaded,
    }))
    .toSorted((a, b) => a.position - b.position)
}

export const shipmentLoadingQuery = query(shipmentLoading, async ({ rows, actor }, { id }) => {
  const { driverType: _, ...shipment } = await shipmentToLoad(rows, actor, id)
  return { ...shipment, stops: await readStops(rows, id), doneKeys: await readDoneKeys(rows, actor) }
})

type Stop = Pick<ParcelFacts, 'goesWith' | 'loaded'>

// An order is locked while one of its parcels is loaded. Planning and closing it lock it too, so nothing else decides.
export const loadParcelCommand = lockingCommand(loadParcel, async (work, { shipmentId, orderId, parcel, loaded }) => {
  const { tx, actor, now } = work
  await shipmentToLoad(tx, actor, shipmentId)
  const { status, parcels } = await lockOrder(tx, orderId)
  const stop = await tx.one<Stop>(sql`
    select
      (select json_build_object('id', s.id, 'driver', s.driver)
        from shipment_orders so join shipments s on s.id = so.shipment_id
        where so.order_id = ${orderId} and so.outcome is null) as "goesWith",
      (select json_build_object('by', loaded_by, 'at', loaded_at) from loaded_parcels
        where shipment_id = ${shipmentId} and order_id = ${orderId} and parcel = ${parcel}) as loaded`)
  // taking back a tick that is not there changes nothing
  const facts: ParcelFacts = { ...stop, orderId, parcel, shipmentId, status, parcels }
  stopOn(whyNotLoaded(loaded ? facts : { ...facts, loaded: null }))
  if (loaded)
    await tx.run(sql`
      insert into loaded_parcels (shipment_id, order_id, parcel, loaded_at, loaded_by)
      values (${shipmentId}, ${orderId}, ${parcel}, ${now}::timestamptz, ${actor.name})`)
  else
    await tx.run(sql`
      delete from loaded_parcels where shipment_id = ${shipmentId} and order_id = ${orderId} and parcel = ${parcel}`)
  work.moved({ entity: 'shipments', id: shipmentId })
  return { orderId, parcel, loaded }
})

export const departShipmentCommand = command(departShipment, async (work, { id, withoutMissing }) => {
  const { tx, actor, now } = work
  await tx.run(sql`select from shipments where id = ${id} for update`)
  const shipment = await shipmentToLoad(tx, actor, id)
  // a second press changes nothing
  if (shipment.departedAt !== null) return { id, departedAt: shipment.departedAt }
  if (shipment.status !== 'PENDING') refuse('refused', 'shipping.wrong-status', { status: shipment.status })
  stopOn(await whyWithoutNotes(tx, shipment, work.today))
  const missing = missingParcels(await readStops(tx, id))
  if (missing.length > 0 && !withoutMissing)
    refuse('refused', 'shipping.parcels-missing', { missing: missingText(missing) })
  await tx.run(sql`
    update shipments set departed_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, version = version + 1
    where id = ${id}`)
  const { departedAt } = await shipmentToLoad(tx, actor, id)
  work.record({
    entity: 'shipments',
    id,
    changes: changes(
      {},
      { departed: departedAt, ...(missing.length === 0 ? {} : { missingParcels: missingText(missing) }) },
    ),
  })
  return { id, departedAt: departedAt ?? now }
})
