import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import type { PaymentWay } from '#kernel/tax/payment-ways.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { UNINVOICED_STATUSES } from '../../domain/order.ts'
import { lockOrder } from '../lock-orders.ts'

/** Sets how the customer pays an order. Refuses an order that is invoiced, or whose document is under way. */
export async function setPaymentWay(work: Work, id: number, way: PaymentWay | ''): Promise<void> {
  const order = await lockOrder(work.tx, id)
  if (order.documentUnderWay) refuse('refused', 'orders.document-under-way')
  if (order.historic || !UNINVOICED_STATUSES.includes(order.status)) refuse('refused', 'orders.payment-way-fixed')
  const before = await work.tx.one<{ paymentWay: string }>(
    sql`select payment_way as "paymentWay" from orders where id = ${id}`,
  )
  if (before.paymentWay === way) return
  await work.tx.run(sql`
    update orders set payment_way = ${way}, updated_at = ${work.now}::timestamptz, version = version + 1 where id = ${id}`)
  work.record({ entity: 'orders', id, changes: changes(before, { paymentWay: way }) })
}
