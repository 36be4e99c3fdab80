import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { noteShipping } from '#features/orders/server/moves/note-shipping.ts'
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { setVoucher } from '../domain/contract.ts'
import type { DriverType } from '../domain/shipment.ts'

/** Enters or corrects a voucher. It is stored as `extra` of the field `shipping` of the order (C-29). */
export const setVoucherCommand = command(setVoucher, async (work, { orderId, voucher }) => {
  const order = await lockOrder(work.tx, orderId)
  if (order.status !== 'ON SHIPPING') refuse('refused', 'shipping.voucher-late', { orderId, status: order.status })
  const shipment = await work.tx.maybe<{ id: number; type: DriverType }>(sql`
    select s.id, s.driver_type as type from shipment_orders so join shipments s on s.id = so.shipment_id
    where so.order_id = ${orderId} and so.outcome is null`)
  if (!shipment || shipment.type === 'Driver') refuse('refused', 'shipping.no-courier', { orderId })
  await noteShipping(work, order, { ...order.shipping, extra: voucher })
  work.record({
    entity: 'shipments',
    id: shipment.id,
    changes: changes(
      { voucher: { order: orderId, voucher: order.shipping['extra'] ?? '' } },
      { voucher: { order: orderId, voucher } },
    ),
  })
  return { orderId, voucher }
})
