import { UNDELIVERED_STATUSES } from '#features/orders/domain/order.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { setParcels } from '../domain/contract.ts'

/** Corrects the number of parcels of a packed order, until the order is delivered. */
export const setParcelsCommand = command(setParcels, async (work, { id, parcels }) => {
  const order = await lockOrder(work.tx, id)
  if (!UNDELIVERED_STATUSES.includes(order.status))
    refuse('refused', 'packaging.parcels-not-now', { orderId: id, status: order.status })
  if (order.parcels !== parcels) {
    await work.tx.run(sql`
      update orders set parcels = ${parcels}, updated_at = ${work.now}::timestamptz, version = version + 1 where id = ${id}`)
    work.record({ entity: 'orders', id, changes: changes({ parcels: order.parcels }, { parcels }) })
  }
  return { id, parcels }
})
