import { cancelPaymentsOfPress } from '#features/payments/server/cancel/cancel-press.ts'
import { undoClosing } from '#features/shipping/server/stops/undo-closing.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { undoPress } from '../domain/contract.ts'

/**
 * Undoes a wrong press at the door: the payment taken with it, and the closing of its orders. A payment that belongs to no
 * closing is not cancelled, because only the closing tells how long ago it was and what followed.
 */
export const undoPressCommand = command(undoPress, async (work, { orderIds, shipmentId, pressedAt, doneAt }) => {
  const customers = await work.tx.many<{ id: number }>(
    sql`select distinct customer_id as id from orders where id = any(${orderIds}::bigint[]) order by id`,
  )
  const customerIds = customers.map(({ id }) => id)
  const cancelled = await cancelPaymentsOfPress(work, { orderIds, customerIds, pressedAt })
  const reopened = await undoClosing(work, { orderIds, shipmentId, pressedAt, undoneAt: doneAt })
  if (cancelled > 0 && reopened.length === 0) refuse('refused', 'shipping.undo-followed', { orderId: orderIds[0] })
  return { orderIds: [...orderIds] }
})
