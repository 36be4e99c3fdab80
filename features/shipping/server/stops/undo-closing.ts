/** Puts orders that were closed by a wrong press back on their way. */
import { lockOrder, type LockedOrder } from '#features/orders/server/lock-orders.ts'
import { move, orderMove, type OrderPatch } from '#features/orders/server/moves/move-order.ts'
import { isOwnShipment, NEWEST_STOP_FIRST } from '../own-shipments.ts'
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { momentSent } from '../../domain/closing.ts'
import type { ShippingInfo } from '../../domain/shipment.ts'
import { type ClosedStop, whyNotUndone } from '../../domain/undo.ts'
import { demandOwnStop } from '../proof.ts'

type LastStop = Omit<ClosedStop, 'orderId'> & {
  readonly shipmentId: number
  readonly own: boolean
  readonly outcome: string | null
}

/** The press to undo: its orders, and when it was pressed and undone by the clock of the phone. */
export type Undoing = {
  readonly orderIds: readonly number[]
  readonly shipmentId: number
  readonly pressedAt: string
  readonly undoneAt: string
}

/**
 * Undoes the closing of orders. An order that is on its way already is left as it is, so that undoing twice changes nothing
 * more. The payment of the press must be cancelled before, because any other payment of the customer forbids the undo.
 * Returns the orders that were put back.
 */
export async function undoClosing(
  work: Work,
  { orderIds, shipmentId, pressedAt, undoneAt }: Undoing,
): Promise<readonly number[]> {
  const reopened: number[] = []
  for (const orderId of [...new Set(orderIds)].toSorted((a, b) => a - b)) {
    const order = await lockOrder(work.tx, orderId)
    const stop = await readLastStop(work, order)
    if (!stop?.own) {
      await demandOwnStop(work.tx, work.actor, orderId)
      refuse('forbidden', 'shipping.not-yours')
    }
    if (shipmentId !== stop.shipmentId) refuse('refused', 'shipping.other-shipment', { orderId, shipmentId })
    if (stop.outcome === null) continue
    stopOn(whyNotUndone({ ...stop, orderId }, pressedAt, momentSent(undoneAt, work.now)))
    await move(work, undoMove, order, { shipmentId }, { undo: true })
    reopened.push(orderId)
  }
  return reopened
}

type OfShipment = { readonly shipmentId: number }

/** Puts an order back on its way to the stop of its shipment. Only the undo of a press does. */
export const undoMove = orderMove('undo-delivery', {
  ofRecord: (): OfShipment => refuse('refused', 'orders.only-to-undo'),
  before: async (work, order, { shipmentId }) => ({
    patch: order.shippingBy === null ? await driverOf(work, order, shipmentId) : {},
  }),
  writes: ({ patch }) => ({ patch }),
  after: reopenStop,
})

/** Opens the stop again. Its proof and photos are deleted, because nothing was handed over. The history keeps both. */
async function reopenStop(work: Work, order: LockedOrder, { shipmentId }: OfShipment): Promise<void> {
  const { tx } = work
  await tx.run(sql`
    update shipment_orders set outcome = null, outcome_at = null, reason = null, reason_code = null, done_at = null,
      voucher = null, note_missing = false
    where shipment_id = ${shipmentId} and order_id = ${order.id}`)
  await tx.run(sql`delete from delivery_proofs where shipment_id = ${shipmentId} and order_id = ${order.id}`)
  await tx.run(sql`delete from delivery_photos where shipment_id = ${shipmentId} and order_id = ${order.id}`)
  await tx.run(sql`update shipments set updated_at = now(), version = version + 1 where id = ${shipmentId}`)
  const outcomeChange = (status: string) => ({ order: order.id, status })
  work.record({
    entity: 'shipments',
    id: shipmentId,
    changes: changes({ outcome: outcomeChange(order.status) }, { outcome: outcomeChange('ON SHIPPING') }),
  })
}

/** Returns driver, vehicle and voucher of a shipment for an order that lost them on its way back to planning. */
async function driverOf({ tx }: Work, { id }: LockedOrder, shipmentId: number): Promise<OrderPatch> {
  const shipping = await tx.one<ShippingInfo>(sql`
    select s.driver, s.driver_type as type, s.vehicle as car,
      case when s.driver_type = 'Driver' then s.extra else coalesce(so.voucher, '') end as extra
    from shipments s join shipment_orders so on so.shipment_id = s.id where s.id = ${shipmentId} and so.order_id = ${id}`)
  return { shipping, shippingBy: shipping.driver }
}

/**
 * Returns the newest stop of the order, with what followed its closing: a later change of the order, a document, a
 * payment of the customer that was not cancelled, or lent items that came back, wherever that was recorded. The closing
 * writes order and stop at one moment.
 */
function readLastStop(work: Work, order: LockedOrder): Promise<LastStop | null> {
  const documentFollowed = order.documentUnderWay || order.credited
  return work.tx.maybe<LastStop>(sql`
    select s.id as "shipmentId", ${isOwnShipment(work.actor)} as own, so.outcome, s.status = 'DONE' as finished,
      coalesce(so.done_at, so.outcome_at, now()) as "closedAt",
      exists (select from orders f where f.follows_order_id = so.order_id and f.created_at >= so.outcome_at) as partly,
      ${documentFollowed}::boolean or o.status is distinct from so.outcome or o.updated_at > so.outcome_at
        or exists (select from payments p
          where p.customer_id = o.customer_id and p.created_at >= so.outcome_at and ${STANDING_PAYMENT})
        or exists (select from loans l where l.customer_id = o.customer_id and l.created_at >= so.outcome_at
          and l.bound = 'INBOUND' and (l.origin <> 'order' or l.moves_no_stock)) as followed
    from shipment_orders so join shipments s on s.id = so.shipment_id join orders o on o.id = so.order_id
    where so.order_id = ${order.id} order by ${NEWEST_STOP_FIRST} limit 1 for update of so`)
}
