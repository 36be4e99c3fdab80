/** Cancels the payments of a wrong press at the door. */
import { subtractCents, ZERO_CENTS } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { NewPayment } from '../domain/payment.ts'
import { insertPayment } from './record-payment.ts'
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'

type Taken = NewPayment & { readonly id: number; readonly carriedBy: number | null; readonly handedOver: boolean }

/** A press at the door: its orders, their customers, and when it was pressed by the clock of the phone. */
type Press = {
  readonly orderIds: readonly number[]
  readonly customerIds: readonly number[]
  readonly pressedAt: string
}

/**
 * Cancels what the person took with a press: each payment gets a counter-entry that names it, because a payment is never
 * changed or deleted (C-71). Refuses if the cash was handed over. A payment for several orders names none of them. Returns
 * how many payments were cancelled.
 */
export async function cancelPaymentsOfPress(work: Work, { orderIds, customerIds, pressedAt }: Press): Promise<number> {
  const taken = await work.tx.many<Taken>(sql`
    select p.id, p.bound, p.type, p.amount_cents as amount, p.series, p.date, p.customer_id as "customerId",
      p.provider_id as "providerId", p.refcode,
      p.bank_name as "bankName", p.expire_date as "expireDate", p.issuer, p.iban, p.receipt_code as "receiptCode",
      p.order_id as "orderId", p.carried_by as "carriedBy", p.handover_id is not null as "handedOver"
    from payments p
    where p.customer_id = any(${[...customerIds]}::bigint[]) and p.user_id = ${work.actor.userId}::bigint
      and p.done_at = ${pressedAt}::timestamptz and ${STANDING_PAYMENT}
      and (p.order_id is null or p.order_id = any(${[...orderIds]}::bigint[]))
    order by p.id for update of p`)
  for (const { id, carriedBy, handedOver, ...payment } of taken) {
    if (handedOver) refuse('refused', 'payments.handed-over')
    const counter = { ...payment, amount: subtractCents(ZERO_CENTS, payment.amount) }
    await insertPayment(work, counter, true, { carriedBy, cancelsId: id })
  }
  return taken.length
}
