/** Closes deliveries and finishes shipments. */
import type { z } from 'zod'
import { lockOrder, type LockedOrder } from '#features/orders/server/lock-orders.ts'
import { move, orderMove, WITHOUT_DRIVER } from '#features/orders/server/moves/move-order.ts'
import { isOwnShipment } from './own-shipments.ts'
import { splitOrder } from '#features/orders/server/moves/split-order.ts'
import { changes } from '#kernel/changes.ts'
import { refusal, refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { momentSent, whyNotClosed } from '../domain/closing.ts'
import { closeDelivery, finishShipment as finishShipmentContract } from '../domain/contract.ts'
import { DRIVER_ACTIONS, type DriverAction, shipmentLifecycle, type ShipmentStatus } from '../domain/shipment.ts'
import { lacksNote } from './stops/noted-orders.ts'
import { demandOwnStop, storeProof } from './proof.ts'
import { VOUCHER } from './read-shipments.ts'

/** What the caller reports about a stop that is closed. Without a shipment it is the present one of the order. */
type Closing = Partial<Omit<z.output<typeof closeDelivery.input>, 'orderId' | 'action'>>

type Stop = { readonly shipmentId: number; readonly own: boolean; readonly voucher: string }

/** Returns the open stop of an order, or null if it is in no shipment. */
const readStop = ({ tx, actor }: Work, order: LockedOrder): Promise<Stop | null> =>
  tx.maybe<Stop>(sql`
    select s.id as "shipmentId", ${isOwnShipment(actor)} as own, ${VOUCHER} as voucher
    from shipment_orders so join shipments s on s.id = so.shipment_id join orders o on o.id = so.order_id
    where so.order_id = ${order.id} and so.outcome is null`)

/** Returns why a stop is not the one that the caller closes, or null. */
function whyNotThis({ actor }: Work, { id: orderId }: LockedOrder, { shipmentId }: Closing, stop: Stop | null) {
  if (shipmentId !== undefined && shipmentId !== stop?.shipmentId)
    return refusal('refused', 'shipping.other-shipment', { orderId, shipmentId })
  return actor.role === 'driver' && !stop?.own ? refusal('forbidden', 'shipping.not-yours') : null
}

/**
 * Closes the delivery of an order: delivered, back to planning, or returned. If only a part was delivered, the rest
 * becomes a follow-up order (C-27).
 */
const closing = (action: DriverAction) => {
  const codeOf = ({ reasonCode }: Closing) => (action === 'deliver' ? undefined : reasonCode)
  return orderMove(action, {
    ofRecord: (): Closing => ({}),
    // a driver who had the order gets its status, and others only that it is not theirs
    demand: async (work, order, given) => {
      if (whyNotThis(work, order, given, await readStop(work, order)))
        await demandOwnStop(work.tx, work.actor, order.id)
    },
    before: async (work, order, given) => {
      const stop = await readStop(work, order)
      stopOn(whyNotThis(work, order, given, stop))
      return { stop }
    },
    writes: (given) => ({
      patch: action === 'to-planning' ? WITHOUT_DRIVER : {},
      note: given.reason,
      noted: changes({}, { deliveryReason: codeOf(given) }),
    }),
    after: async (work, order, given) => {
      const followUpOrderId = given.delivered ? await splitOrder(work, order, given.delivered) : null
      if (given.stop) await closeStop(work, order, given.stop, { ...given, action, reasonCode: codeOf(given) })
      if (action === 'deliver' && given.proof) {
        const { doneAt } = given
        await storeProof(work, { orderId: order.id, shipmentId: given.stop?.shipmentId ?? null, doneAt }, given.proof)
      }
      return { followUpOrderId }
    },
  })
}

export const closingMoves = {
  deliver: closing('deliver'),
  'to-planning': closing('to-planning'),
  return: closing('return'),
}

/** Writes the outcome of a stop. */
async function closeStop(
  work: Work,
  order: LockedOrder,
  { shipmentId, voucher }: Stop,
  { action, reason, reasonCode, doneAt }: Closing & { readonly action: DriverAction },
): Promise<void> {
  const { tx } = work
  const outcome = DRIVER_ACTIONS[action]
  // goods that go back to planning were not moved to anybody
  const missing = action !== 'to-planning' && (await lacksNote(tx, { shipmentId, orderId: order.id }, work.today))
  // the order loses its voucher, or gets that of the next plan, so the stop stores it
  await tx.run(sql`
    update shipment_orders so set outcome = ${outcome}, outcome_at = ${work.now}::timestamptz, reason = ${reason ?? null},
      reason_code = ${reasonCode ?? null}, done_at = ${momentSent(doneAt, work.now)}::timestamptz,
      voucher = ${voucher}, note_missing = ${missing}
    where so.shipment_id = ${shipmentId} and so.order_id = ${order.id}`)
  await tx.run(sql`update shipments set updated_at = now(), version = version + 1 where id = ${shipmentId}`)
  const outcomeChange = (status: string) => ({ order: order.id, status })
  work.record({
    entity: 'shipments',
    id: shipmentId,
    changes: changes(
      { outcome: outcomeChange(order.status) },
      { outcome: outcomeChange(outcome), ...(missing ? { withoutNote: String(order.id) } : {}) },
    ),
  })
}

/** Finishes a shipment whose orders are all closed. */
export async function finishShipment(
  work: Work,
  input: { id: number },
): Promise<{ id: number; status: ShipmentStatus }> {
  const { tx, actor } = work
  const shipment = await tx.maybe<{ status: ShipmentStatus; own: boolean; openOrders: number }>(sql`
    select s.status, ${isOwnShipment(actor)} as own,
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
export const closeDeliveryCommand = command(closeDelivery, async (work, { orderId, action, ...given }) => {
  stopOn(whyNotClosed({ action, ...given }))
  const { followUpOrderId } = await move(work, closingMoves[action], await lockOrder(work.tx, orderId), given)
  return { orderId, status: DRIVER_ACTIONS[action], followUpOrderId }
})
export const finishShipmentCommand = command(finishShipmentContract, finishShipment)
