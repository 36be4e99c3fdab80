/** When a payment may be cancelled, and on which day its counter-entry counts (C-71). */
import { addDays, type Day } from '#kernel/day.ts'
import { type Cents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { NewPayment } from './payment.ts'

type Cancellable = {
  /** The payment that this one cancels; null for an ordinary payment. */
  readonly cancelsId: number | null
  /** The counter-entry that cancels this one; null if it stands. */
  readonly cancelledById: number | null
}

/** Refuses a payment that is cancelled already, and a counter-entry. */
export function whyNotCancel({ cancelsId, cancelledById }: Cancellable): Refusal | null {
  if (cancelsId !== null) return refusal('refused', 'payments.is-counter-entry', { paymentId: cancelsId })
  if (cancelledById !== null) return refusal('refused', 'payments.cancelled-already', { paymentId: cancelledById })
  return null
}

/**
 * Returns the day of a counter-entry of cash: the day of the payment while its till is open, else today, or the next day if the till of
 * today is closed too. `closedUntil` is the last closed day, or null.
 */
export function counterDay(paidOn: Day, today: Day, closedUntil: Day | null): Day {
  if (closedUntil === null || paidOn > closedUntil) return paidOn
  return today > closedUntil ? today : addDays(closedUntil, 1)
}

/** Returns the counter-entry of a payment: the same with the opposite amount, on `day`. Both together change nothing. */
export const counterEntryOf = <P extends NewPayment>(payment: P, day: Day): P => ({
  ...payment,
  date: day,
  amount: subtractCents(ZERO_CENTS, payment.amount),
})

/** Returns what a payment adds to the money of the company: negative for Outbound. */
export const signedAmount = ({ bound, amount }: Pick<NewPayment, 'bound' | 'amount'>): Cents =>
  bound === 'Inbound' ? amount : subtractCents(ZERO_CENTS, amount)
