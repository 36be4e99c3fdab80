/** Matching a payment to documents by hand: what is allowed, and what is proposed. */
import { addCents, type Cents, smallerCents, subtractCents, sumCents, ZERO_CENTS } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { usualBound } from './payment-draft.ts'
import type { PaymentBound } from './payment.ts'

type Matchable = {
  readonly bound: PaymentBound
  readonly amount: Cents
  readonly kind: 'customers' | 'providers'
  /** True for a cancelled payment and for a counter-entry. */
  readonly isCancelled: boolean
}

/** Refuses a payment that settles nothing: a cancelled one, money that was given back, and a negative amount. */
export function whyNotMatchable({ bound, amount, kind, isCancelled }: Matchable): Refusal | null {
  if (isCancelled) return refusal('refused', 'payments.match-cancelled')
  return bound === usualBound(kind) && amount > 0 ? null : refusal('refused', 'payments.match-nothing')
}

/** A document with what other payments leave of it, and the part that the payment shall settle. */
export type Wanted = { readonly documentId: number; readonly open: Cents; readonly cents: Cents }

/** Refuses more than a document has open, and more than the payment. */
export function whyNotMatches(amount: Cents, wanted: readonly Wanted[]): Refusal | null {
  const over = wanted.find(({ cents, open }) => cents > open)
  if (over) return refusal('refused', 'payments.more-than-open', { documentId: over.documentId, open: over.open })
  const sum = sumCents(wanted.map(({ cents }) => cents))
  return sum > amount ? refusal('refused', 'payments.more-than-payment', { amount, sum }) : null
}

type Settled = { readonly most: Cents; readonly cents: Cents; readonly open: Cents }

/** Returns what of a document no other payment settles: the part that this one settles now, and what is open after all payments. */
export const freeFor = ({ most, cents, open }: Settled): Cents => smallerCents(most, addCents(cents, open))

/** Returns the first document of which exactly the amount is free; null if there is none. */
export const exactFor = <D extends Settled>(amount: Cents, documents: readonly D[]): D | null =>
  documents.find((one) => freeFor(one) === amount) ?? null

type Proposed = {
  readonly id: number
  /** The most that the payment can settle of the document. */
  readonly most: Cents
}

/**
 * Returns what a payment settles of documents in their order. What a person typed stays as it is; the rest of the amount goes
 * to the other documents, the first ones first.
 */
export function proposalFor(
  amount: Cents,
  documents: readonly Proposed[],
  typed: ReadonlyMap<number, Cents>,
): ReadonlyMap<number, Cents> {
  let left = subtractCents(amount, sumCents(typed.values()))
  const parts = new Map<number, Cents>()
  for (const { id, most } of documents) {
    const own = typed.get(id)
    const part = own ?? (left > 0 ? smallerCents(left, most) : ZERO_CENTS)
    if (own === undefined) left = subtractCents(left, part)
    parts.set(id, part)
  }
  return parts
}

/** Returns what of the amount settles nothing. It is negative if the parts are more than the amount. */
export const unmatchedOf = (amount: Cents, parts: ReadonlyMap<number, Cents>): Cents =>
  subtractCents(amount, [...parts.values()].reduce(addCents, ZERO_CENTS))
