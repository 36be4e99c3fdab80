import { isOwnShipment, RECENT_SHIPMENTS } from './own-shipments.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Actor } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'

/** Whether a shipment is the person's own, and not over for long. */
export type Readable = { readonly own: boolean; readonly recent: boolean }

/**
 * Returns a shipment that a person may read, as `find` reads it with the given columns from `shipments s`. Drivers may read their own shipments until some days after the end, by the
 * rule of `readableShipments`. The refusal tells an unknown shipment, one of another driver and one of long ago apart.
 */
export async function readableShipment<Shipment extends Readable>(
  actor: Actor,
  id: number,
  find: (columns: Sql) => Promise<Shipment | null>,
): Promise<Omit<Shipment, keyof Readable>> {
  const found = await find(sql`${isOwnShipment(actor)} as own, ${RECENT_SHIPMENTS} as recent`)
  if (!found) refuse('missing', 'shipping.missing', { shipmentId: id })
  const { own, recent, ...shipment } = found
  if (!own) refuse('forbidden', 'shipping.not-yours')
  if (actor.role === 'driver' && !recent) refuse('forbidden', 'shipping.long-over', { shipmentId: id })
  return shipment
}
