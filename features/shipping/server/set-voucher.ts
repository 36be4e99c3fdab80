import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { noteShipping } from '#features/orders/server/note-shipping.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { setVoucher } from '../domain/contract.ts'

/** Enters or corrects a courier's number; the note at the order carries it (ruling C-29). */
export const setVoucherCommand = command(setVoucher, async (work, { orderId, voucher }) => {
  const order = await lockOrder(work.tx, orderId)
  if (order.status !== 'ON SHIPPING') refuse('refused', 'shipping.voucher-late', { orderId, status: order.status })
  if (order.shipping['type'] === 'Driver') refuse('refused', 'shipping.no-courier', { orderId })
  await noteShipping(work, order, { ...order.shipping, extra: voucher })
  const trucks = await work.tx.many<{ id: number }>(
    sql`select shipment_id as id from shipment_orders where order_id = ${orderId} and outcome is null`,
  )
  for (const { id } of trucks)
    work.record({
      entity: 'shipments',
      id,
      changes: { [`voucher ${orderId}`]: [order.shipping['extra'] ?? '', voucher] },
    })
  return { orderId, voucher }
})
