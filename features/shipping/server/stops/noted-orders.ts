/** Reads what decides whether a vehicle may leave and whether a stop was closed without its note: the goods that need delivery notes, and the notes. */
import { ADDRESS, CITY, POSTCODE } from '#features/orders/server/delivery-place.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import {
  MOVEMENT_FORM,
  needsNotes,
  type NotedOrder,
  notedStops,
  type StandingNote,
  stopsWithoutNote,
} from '../../domain/stops/note-duty.ts'

/** Returns orders of a shipment in driving order: the open ones, or all of them. */
export const readNotedOrders = (rows: Rows, shipmentId: number, which: 'open' | 'all'): Promise<NotedOrder[]> =>
  rows.many<NotedOrder>(sql`
    select o.id, o.customer_id as "customerId", o.name, o.invoice_mode as "invoiceMode",
      json_build_object('vat', c.vat, 'taxKind', c.tax_kind, 'country', c.country) as customer,
      exists (select from order_goods g where g.order_id = o.id) as goods,
      ${ADDRESS} as address, ${POSTCODE} as postcode, ${CITY} as city
    from shipment_orders so join orders o on o.id = so.order_id join customers c on c.id = o.customer_id
    where so.shipment_id = ${shipmentId} and (${which} = 'all' or so.outcome is null)
    order by so.position`)

/**
 * Over delivery notes of goods that leave: reports whether a note is ready. It is when it has its MARK, or when a person let the vehicle
 * leave because the connection was lost. A note of the test environment is never ready.
 */
const READY: Sql = sql`((mark is not null or failure_at is not null) and not test)`
/** Over delivery notes: reports whether a note is one of goods that leave, and is issued or on its way. */
const STANDS: Sql = sql`(direction = 'out' and status in ('WAITING', 'SENDING', 'UNKNOWN', 'ACKNOWLEDGED'))`

/** Over a shipment `s`: reports whether it has a note of goods that leave, which is neither withdrawn nor refused. */
export const HAS_NOTE: Sql = sql`exists (select from delivery_notes where shipment_id = s.id and ${STANDS})`

/**
 * Over delivery notes of goods that leave: reports whether the service refused the note with which a person let the vehicle leave. It is
 * issued again, so its goods do not count as without a note.
 */
const REFUSED_ON_THE_WAY: Sql = sql`(direction = 'out' and status = 'FAILED' and failure_at is not null and not test)`

/** Reports whether the goods of an order need a note on a day, and they have left without one. */
export async function lacksNote(
  rows: Rows,
  { shipmentId, orderId }: { readonly shipmentId: number; readonly orderId: number },
  today: string,
): Promise<boolean> {
  const settings = await readSettings(rows, MOVEMENT_FORM)
  if (!needsNotes(settings, today)) return false
  const { driverType } = await rows.one<{ driverType: string }>(
    sql`select driver_type as "driverType" from shipments where id = ${shipmentId}`,
  )
  const own = (await readNotedOrders(rows, shipmentId, 'all')).filter(({ id }) => id === orderId)
  if (notedStops(own, driverType, settings).length === 0) return false
  const note = await rows.maybe(sql`
    select id from delivery_notes
    where shipment_id = ${shipmentId} and ${orderId}::bigint = any(order_ids)
      and (${STANDS} and ${READY} or ${REFUSED_ON_THE_WAY}) limit 1`)
  return note === null
}

/** Returns why a vehicle may not leave, or null. */
export async function whyWithoutNotes(
  rows: Rows,
  { id, driverType }: { readonly id: number; readonly driverType: string },
  today: string,
): Promise<Refusal | null> {
  const settings = await readSettings(rows, MOVEMENT_FORM)
  if (!needsNotes(settings, today)) return null
  const stops = notedStops(await readNotedOrders(rows, id, 'open'), driverType, settings)
  const notes = await rows.many<StandingNote>(sql`
    select order_ids as "orderIds", ${READY} as ready from delivery_notes where shipment_id = ${id} and ${STANDS}`)
  const missing = stopsWithoutNote(stops, notes)
  if (missing.length === 0) return null
  return refusal('refused', 'shipping.notes-missing', { stops: missing.map(({ name }) => name).join(' · ') })
}
