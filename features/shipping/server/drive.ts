/** The driver's day: what becomes of each order, and the end of the round. */
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { transitionOrders } from '#features/orders/server/move-order.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { type Actor, command, type Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { closeDelivery as closeDeliveryContract, finishShipment as finishShipmentContract } from '../domain/contract.ts'
import { DRIVER_ACTIONS, type DriverAction, shipmentLifecycle, type ShipmentStatus } from '../domain/shipment.ts'

/** A driver has his own shipments only: by account, or by name where the shipment has no account (ruling C-30). */
export function ownShipments(actor: Actor): Sql {
  if (actor.role !== 'driver') return sql`true`
  return sql`(s.driver_user_id = ${actor.userId} or (s.driver_user_id is null and fold(s.driver) = fold(${actor.name})))`
}

/** Closes an order's delivery: delivered, back to planning, or returned. */
export async function closeDelivery(
  work: Work,
  input: { orderId: number; action: DriverAction; reason?: string | undefined },
): Promise<{ orderId: number; status: string; followUpOrderId: number | null }> {
  const { tx, actor } = work
  const order = await lockOrder(tx, input.orderId)
  const stop = await tx.maybe<{ shipmentId: number; own: boolean }>(sql`
    select s.id as "shipmentId", ${ownShipments(actor)} as own
    from shipment_orders so join shipments s on s.id = so.shipment_id
    where so.order_id = ${order.id} and so.outcome is null`)
  if (actor.role === 'driver' && !stop?.own) refuse('forbidden', 'shipping.not-yours')
  await transitionOrders(work, [order], input.action, {}, input.reason)
  const outcome = DRIVER_ACTIONS[input.action]
  if (stop) {
    await tx.run(sql`
      update shipment_orders set outcome = ${outcome}, outcome_at = now(), reason = ${input.reason ?? null}
      where shipment_id = ${stop.shipmentId} and order_id = ${order.id}`)
    await tx.run(sql`update shipments set updated_at = now(), version = version + 1 where id = ${stop.shipmentId}`)
    work.record({ entity: 'shipments', id: stop.shipmentId, changes: { [`order ${order.id}`]: [null, outcome] } })
  }
  return { orderId: order.id, status: outcome, followUpOrderId: null }
}

/** Ends a round whose orders have all been closed. */
export async function finishShipment(
  work: Work,
  input: { id: number },
): Promise<{ id: number; status: ShipmentStatus }> {
  const { tx, actor } = work
  const shipment = await tx.maybe<{ status: ShipmentStatus; own: boolean; openOrders: number }>(sql`
    select s.status, ${ownShipments(actor)} as own,
      (select count(*)::int from shipment_orders so where so.shipment_id = s.id and so.outcome is null) as "openOrders"
    from shipments s where s.id = ${input.id} for update of s`)
  if (!shipment) refuse('missing', 'shipping.missing', { shipmentId: input.id })
  if (!shipment.own) refuse('forbidden', 'shipping.not-yours')
  stopOn(shipmentLifecycle.whyNot('finish', shipment, actor.role))
  await tx.run(sql`
    update shipments set status = 'DONE', finished_at = now(), updated_at = now(), version = version + 1 where id = ${input.id}`)
  work.record({ entity: 'shipments', id: input.id, changes: { status: ['PENDING', 'DONE'] } })
  return { id: input.id, status: 'DONE' }
}

export const closeDeliveryCommand = command(closeDeliveryContract, closeDelivery)
export const finishShipmentCommand = command(finishShipmentContract, finishShipment)
