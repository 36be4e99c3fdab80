/** Cancels the payments of a wrong press at the door. */
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { lockPayments, writeCounterEntry } from './counter-entry.ts'

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
  const taken = await lockPayments(
    work,
    sql`p.customer_id = any(${[...customerIds]}::bigint[]) and p.user_id = ${work.actor.userId}::bigint
      and p.done_at = ${pressedAt}::timestamptz and ${STANDING_PAYMENT}
      and (p.order_id is null or p.order_id = any(${[...orderIds]}::bigint[]))`,
  )
  for (const payment of taken) {
    if (payment.handedOver) refuse('refused', 'payments.handed-over')
    await writeCounterEntry(work, payment, '')
  }
  return taken.length
}
