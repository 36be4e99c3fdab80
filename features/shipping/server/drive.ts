/** Closes deliveries and finishes shipments. */
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import type { Delivered } from '#features/orders/domain/split.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { transitionOrders } from '#features/orders/server/moves/move-order.ts'
import { ownShipments } from './own-shipments.ts'
import { splitOrder } from '#features/orders/server/moves/split-order.ts'
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { momentSent, whyNotClosed } from '../domain/closing.ts'
import { closeDelivery as closeDeliveryContract, finishShipment as finishShipmentContract } from '../domain/contract.ts'
import type { DeliveryReason } from '../domain/delivery.ts'
import { DRIVER_ACTIONS, type DriverAction, shipmentLifecycle, type ShipmentStatus } from '../domain/shipment.ts'
import { lacksNote } from './stops/noted-orders.ts'
import { demandOwnStop, storeProof, type Proof } from './proof.ts'
import { VOUCHER } from './read-shipments.ts'

/** The outcome of a stop, with all that the caller reports about it. */
type Closing = {
  readonly orderId: number
  /** The shipment of the stop; the current shipment of the order if absent. */
  readonly shipmentId?: number | undefined
  readonly action: DriverAction
  readonly reasonCode?: DeliveryReason | undefined
  readonly reason?: string | null | undefined
  readonly delivered?: readonly Delivered[] | undefined
  readonly proof?: Proof | undefined
  readonly doneAt?: string | undefined
}

/**
 * Closes the delivery of an order: delivered, back to planning, or returned. If only a part was delivered, the rest
 * becomes a follow-up order (C-27).
 */
export async function closeDelivery(
  work: Work,
  closing: Closing,
): Promise<{ orderId: number; status: string; followUpOrderId: number | null }> {
  const { tx, actor } = work
  const { action, reason, reasonCode } = closing
  const order = await lockOrder(tx, closing.orderId)
  const stop = await tx.maybe<{ shipmentId: number; own: boolean; voucher: string }>(sql`
    select s.id as "shipmentId", ${ownShipments(actor)} as own, ${VOUCHER} as voucher
    from shipment_orders so join shipments s on s.id = so.shipment_id join orders o on o.id = so.order_id
    where so.order_id = ${order.id} and so.outcome is null`)
  const isForeign = actor.role === 'driver' && !stop?.own
  const isOtherShipment = closing.shipmentId !== undefined && closing.shipmentId !== stop?.shipmentId
  if (isForeign || isOtherShipment) {
    // a driver who had the order gets its status, and others only that it is not theirs
    await demandOwnStop(tx, actor, order.id)
    stopOn(orderLifecycle.whyNot(action, order, actor))
    if (isOtherShipment)
      refuse('refused', 'shipping.other-shipment', { orderId: order.id, shipmentId: closing.shipmentId })
    refuse('forbidden', 'shipping.not-yours')
  }
  const code = action === 'deliver' ? undefined : reasonCode
  await transitionOrders(work, [order], action, {
    note: reason,
    noted: changes({}, { deliveryReason: code }),
  })
  const followUpOrderId = closing.delivered ? await splitOrder(work, order, closing.delivered) : null
  const outcome = DRIVER_ACTIONS[action]
  // goods that go back to planning were not moved to anybody
  const missing =
    stop !== null &&
    action !== 'to-planning' &&
    (await lacksNote(tx, { shipmentId: stop.shipmentId, orderId: order.id }, work.today))
  if (stop) {
    // the order loses its voucher, or gets that of the next plan, so the stop stores it
    await tx.run(sql`
      update shipment_orders so set outcome = ${outcome}, outcome_at = ${work.now}::timestamptz, reason = ${reason ?? null},
        reason_code = ${code ?? null}, done_at = ${momentSent(closing.doneAt, work.now)}::timestamptz,
        voucher = ${stop.voucher}, note_missing = ${missing}
      where so.shipment_id = ${stop.shipmentId} and so.order_id = ${order.id}`)
    await tx.run(sql`update shipments set updated_at = now(), version = version + 1 where id = ${stop.shipmentId}`)
    const outcomeChange = (status: string) => ({ order: order.id, status })
    work.record({
      entity: 'shipments',
      id: stop.shipmentId,
      changes: changes(
        { outcome: outcomeChange(order.status) },
        { outcome: outcomeChange(outcome), ...(missing ? { withoutNote: String(order.id) } : {}) },
      ),
    })
  }
  if (action === 'deliver' && closing.proof)
    await storeProof(
      work,
      { orderId: order.id, shipmentId: stop?.shipmentId ?? null, doneAt: closing.doneAt },
      closing.proof,
    )
  return { orderId: order.id, status: outcome, followUpOrderId }
}

/** Finishes a shipment whose orders are all closed. */
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
  stopOn(shipmentLifecycle.whyNot('finish', shipment, actor))
  await tx.run(sql`
    update shipments set status = 'DONE', finished_at = now(), updated_at = now(), version = version + 1 where id = ${input.id}`)
  work.record({ entity: 'shipments', id: input.id, changes: changes(shipment, { status: 'DONE' }) })
  return { id: input.id, status: 'DONE' }
}

/**
 * Requires a reason from a person who closes an order without delivering it. A program that only sets the status needs
 * none.
 */
export const closeDeliveryCommand = command(closeDeliveryContract, (work, input) => {
  stopOn(whyNotClosed(input))
  return closeDelivery(work, input)
})
export const finishShipmentCommand = command(finishShipmentContract, finishShipment)
