import { ownShipments, RECENT_SHIPMENTS } from './own-shipments.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Actor } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/**
 * Returns the columns of a shipment `s` that a person may read. Drivers may read their own shipments until some days after the end, by the
 * rule of `readableShipments`. The refusal tells an unknown shipment, one of another driver and one of long ago apart.
 */
export async function readableShipment<Shipment extends object>(
  rows: Rows,
  actor: Actor,
  id: number,
  columns: Sql,
): Promise<Shipment> {
  const found = await rows.maybe<{ own: boolean; recent: boolean }>(sql`
    select ${columns}, ${ownShipments(actor)} as own, ${RECENT_SHIPMENTS} as recent from shipments s where s.id = ${id}`)
  if (!found) refuse('missing', 'shipping.missing', { shipmentId: id })
  const { own, recent, ...shipment } = found
  if (!own) refuse('forbidden', 'shipping.not-yours')
  if (actor.role === 'driver' && !recent) refuse('forbidden', 'shipping.long-over', { shipmentId: id })
  return shipment as unknown as Shipment
}
