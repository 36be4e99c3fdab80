/** Reads what decides whether a vehicle may leave: the goods that need delivery notes, and the notes that stand. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import {
  MOVEMENT_FORM,
  needsNotes,
  type NotedOrder,
  notedStops,
  type StandingNote,
  stopsWithoutNote,
} from '../../domain/stops/note-duty.ts'
import { ADDRESS, CITY, POSTCODE } from '../read-shipments.ts'

/** Returns orders of a shipment in driving order: the open ones, or all of them. */
export const readNotedOrders = (rows: Rows, shipmentId: number, which: 'open' | 'all'): Promise<NotedOrder[]> =>
  rows.many<NotedOrder>(sql`
    select o.id, o.customer_id as "customerId", o.name, c.vat as "customerVat", o.invoice_mode as "invoiceMode",
      ${ADDRESS} as address, ${POSTCODE} as postcode, ${CITY} as city
    from shipment_orders so join orders o on o.id = so.order_id join customers c on c.id = o.customer_id
    where so.shipment_id = ${shipmentId} and (${which} = 'all' or so.outcome is null)
    order by so.position`)

/**
 * Returns why a vehicle may not leave, or null. A note is ready when it has its MARK, or when a person let the vehicle leave because the
 * connection was lost. A note of the test environment is never ready.
 */
export async function whyWithoutNotes(
  rows: Rows,
  { id, driverType }: { readonly id: number; readonly driverType: string },
  today: string,
): Promise<Refusal | null> {
  const settings = await readSettings(rows, MOVEMENT_FORM)
  if (!needsNotes(settings, today)) return null
  const stops = notedStops(await readNotedOrders(rows, id, 'open'), driverType, settings)
  const notes = await rows.many<StandingNote>(sql`
    select order_ids as "orderIds", (mark is not null or failure_at is not null) and not test as ready
    from delivery_notes where shipment_id = ${id} and direction = 'out' and status in ('WAITING', 'SENDING', 'UNKNOWN', 'ACKNOWLEDGED')`)
  const missing = stopsWithoutNote(stops, notes)
  if (missing.length === 0) return null
  return refusal('refused', 'shipping.notes-missing', { stops: missing.map(({ name }) => name).join(' · ') })
}
