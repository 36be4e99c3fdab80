/** Stores and reads the proofs that an order was delivered, and the history of its deliveries. */
import { storedOrders } from '#features/orders/server/entity.ts'
import {
  mayActOnOrder,
  NEWEST_STOP_FIRST,
  ownShipments,
  readableStops,
  RECENT_SHIPMENTS,
  reportableStops,
} from './own-shipments.ts'
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Actor, query, type Work } from '#server/command.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { requireRecord } from '#server/entities.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { momentSent } from '../domain/closing.ts'
import { deliveryProof } from '../domain/contract.ts'
import type { Signature } from '../domain/delivery.ts'

/** Who received the goods: a name, a signature, or both. */
export type Proof = { readonly recipient: string | null; readonly signature: Signature | null }

/** Stores a proof, and writes the name into the history of the order. Does nothing if the proof is empty. */
export async function storeProof(
  work: Work,
  of: { readonly orderId: number; readonly shipmentId: number | null; readonly doneAt?: string | undefined },
  { recipient, signature }: Proof,
): Promise<void> {
  if (recipient === null && signature === null) return
  await work.tx.run(sql`
    insert into delivery_proofs (order_id, shipment_id, recipient, signature, signed_at, user_id, user_name, created_at)
    values (${of.orderId}, ${of.shipmentId}, ${recipient ?? ''}, ${signature && JSON.stringify(signature)}::jsonb,
      ${momentSent(of.doneAt, work.now)}::timestamptz, ${work.actor.userId}, ${work.actor.name}, ${work.now}::timestamptz)`)
  if (recipient !== null) work.record({ entity: 'orders', id: of.orderId, changes: changes({}, { recipient }) })
}

/**
 * Refuses a driver who did not have the order in a recent shipment. A driver who had it passes, also if the order has
 * left the shipment since then: a later check refuses them with the reason. Other people pass.
 */
export async function demandOwnStop(rows: Rows, actor: Actor, orderId: number): Promise<void> {
  if (actor.role !== 'driver') return
  const stop = await rows.maybe(sql`
    select 1 as found from shipment_orders so join shipments s on s.id = so.shipment_id
    where so.order_id = ${orderId} and ${RECENT_SHIPMENTS} and ${ownShipments(actor)} limit 1`)
  if (!stop) refuse('forbidden', 'shipping.not-yours')
}

/**
 * Returns the newest stop of the order; for a driver the newest one for which they may report an action at `doneAt`.
 * Throws a refusal if there is none.
 */
export async function demandStopToTell(
  rows: Rows,
  actor: Actor,
  orderId: number,
  doneAt: string,
): Promise<{ shipmentId: number }> {
  const stop = await rows.maybe<{ shipmentId: number }>(sql`
    select s.id as "shipmentId" from shipment_orders so join shipments s on s.id = so.shipment_id
    where so.order_id = ${orderId} and ${reportableStops(actor, doneAt)}
    order by ${NEWEST_STOP_FIRST} limit 1`)
  if (stop) return stop
  return actor.role === 'driver'
    ? refuse('forbidden', 'shipping.not-yours')
    : refuse('refused', 'shipping.never-in-shipment', { orderId })
}

/** Returns the condition for rows of `table`: for a driver those of stops that they may read, for other people all. */
export function ofOwnStop(actor: Actor, table: 'delivery_proofs' | 'delivery_photos'): Sql {
  if (actor.role !== 'driver') return sql`true`
  return sql`exists (select from shipments s join shipment_orders so on so.shipment_id = s.id
    where s.id = ${raw(table)}.shipment_id and so.order_id = ${raw(table)}.order_id and ${readableStops(actor)})`
}

type Shown = OutputOf<typeof deliveryProof>

/**
 * Returns how an order was handed over. Drivers get only stops that they may read, with the proofs and photos of them.
 */
export const deliveryProofQuery = query(deliveryProof, async ({ rows, actor }, { orderId }) => {
  if (!(await mayActOnOrder(rows, actor, orderId))) refuse('forbidden', 'shipping.not-yours')
  await requireRecord(rows, actor, storedOrders, orderId, 'orders.missing')
  const stops = await rows.many<Shown['stops'][number]>(sql`
    select s.id as "shipmentId", s.driver, so.outcome,
      exists (select from users u where u.id = s.driver_user_id and u.role = 'driver' and u.status = 'ACTIVE') as "hasAccount", so.outcome_at as "outcomeAt", so.done_at as "doneAt",
      so.reason_code as "reasonCode", coalesce(so.reason, '') as reason
    from shipment_orders so join shipments s on s.id = so.shipment_id
    where so.order_id = ${orderId} and ${readableStops(actor)} order by ${NEWEST_STOP_FIRST}`)
  const proofs = await rows.many<Shown['proofs'][number]>(sql`
    select id, recipient, signature, signed_at as "signedAt", user_name as "userName"
    from delivery_proofs where order_id = ${orderId} and ${ofOwnStop(actor, 'delivery_proofs')} order by id desc`)
  const photos = await rows.many<Shown['photos'][number]>(sql`
    select id, byte_count as "byteCount", taken_at as "takenAt", user_name as "userName"
    from delivery_photos where order_id = ${orderId} and ${ofOwnStop(actor, 'delivery_photos')} order by id desc`)
  return { stops, proofs, photos }
})
