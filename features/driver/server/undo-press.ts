import { cancelPaymentsOfPress } from '#features/payments/server/cancel-payments.ts'
import { undoClosing } from '#features/shipping/server/stops/undo-closing.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { undoPress } from '../domain/contract.ts'

/** Undoes a wrong press at the door: the payment taken with it, and the closing of its orders. */
export const undoPressCommand = command(undoPress, async (work, { orderIds, shipmentId, pressedAt, doneAt }) => {
  const customers = await work.tx.many<{ id: number }>(
    sql`select distinct customer_id as id from orders where id = any(${orderIds}::bigint[]) order by id`,
  )
  const customerIds = customers.map(({ id }) => id)
  await cancelPaymentsOfPress(work, customerIds, pressedAt)
  await undoClosing(work, { orderIds, shipmentId, pressedAt, undoneAt: doneAt })
  return { orderIds: [...orderIds] }
})
