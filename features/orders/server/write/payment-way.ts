import { z } from 'zod'
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { PAYMENT_WAY_NAMES, type PaymentWay } from '#kernel/tax/payment-ways.ts'
import { demand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { whyFixedForInvoice } from '../../domain/lifecycle.ts'
import { invoicingSteps } from '../../domain/rights.ts'
import { lockOrder } from '../lock-orders.ts'

/** Sets the way of payment that a program sent. Empty is the usual way of the customer. */
export async function setSentPaymentWay(work: Work, id: number, sent: string | null): Promise<void> {
  const way = z.enum(['', ...PAYMENT_WAY_NAMES]).safeParse(sent ?? '')
  if (!way.success)
    return refuse('invalid', 'orders.unknown-payment-way', {
      way: String(sent).slice(0, 40),
      fields: { paymentWay: 'orders.unknown-payment-way' },
    })
  await setPaymentWay(work, id, way.data)
}

/** Sets how the customer pays an order. A way that the order has already is no change. Refuses an order that is invoiced, or whose document is under way. */
export async function setPaymentWay(work: Work, id: number, way: PaymentWay | ''): Promise<void> {
  const order = await lockOrder(work.tx, id)
  const before = await work.tx.one<{ paymentWay: string }>(
    sql`select payment_way as "paymentWay" from orders where id = ${id}`,
  )
  if (before.paymentWay === way) return
  demand(work.actor, invoicingSteps.invoice)
  stopOn(whyFixedForInvoice(order, 'orders.payment-way-fixed'))
  await work.tx.run(sql`
    update orders set payment_way = ${way}, updated_at = ${work.now}::timestamptz, version = version + 1 where id = ${id}`)
  work.record({ entity: 'orders', id, changes: changes(before, { paymentWay: way }) })
}
