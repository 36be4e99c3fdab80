import { UNDELIVERED_STATUSES } from '#features/orders/domain/order.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { writeParcels } from '#features/orders/server/moves/write-parcels.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { setParcels } from '../domain/contract.ts'

/** Corrects the number of parcels of a packed order, until the order is delivered. */
export const setParcelsCommand = command(setParcels, async (work, { id, parcels }) => {
  const order = await lockOrder(work.tx, id)
  if (!UNDELIVERED_STATUSES.includes(order.status))
    refuse('refused', 'packaging.parcels-not-now', { orderId: id, status: order.status })
  await writeParcels(work, order, parcels)
  return { id, parcels }
})
