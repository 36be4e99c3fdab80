/** Says which payments a line of a bank statement may already be (C-95). */
import { signedAmount, whyNotCancel } from '#features/payments/domain/cancelling.ts'
import type { PaymentBound, PaymentType } from '#features/payments/domain/payment.ts'
import type { Day } from '#kernel/day.ts'
import { fold } from '#kernel/fold.ts'
import type { Cents } from '#kernel/money.ts'
import { phoneticKey } from '#kernel/phonetic-key.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { type Candidate, nameWords, type Proposal, type Proposed, type Reason } from './proposal.ts'

/** Why a payment of the same amount, at most three days apart, is probably the line. The first one says so by itself, the others name its party. */
export const BOOKED_REASONS = ['reference', 'iban', 'vat', 'same-name', 'name'] as const
type BookedReason = (typeof BOOKED_REASONS)[number]

/** A payment of the same amount, at most three days apart, that no line of a bank is answered by. */
export type BookedPayment = {
  readonly paymentId: number
  readonly kind: Candidate['kind'] | 'salespersons'
  readonly partyId: number
  readonly name: string
  readonly day: Day
  readonly reference: string
}

/** A payment that a line may already be. */
export type Booked = Omit<BookedPayment, 'kind' | 'partyId'> & {
  readonly reasons: readonly BookedReason[]
  /** False if only the amount and the day agree. */
  readonly fits: boolean
}

type Line = { readonly name: string; readonly text: string; readonly reference: string }

/** A line shows so many payments. */
const MOST_BOOKED = 3

const partyKey = ({ kind, partyId }: BookedPayment): string => `${kind} ${partyId}`
const nameKey = (name: string): string => phoneticKey(nameWords(fold(name)).join(' '))
const isOfParty = (reason: Reason): reason is Extract<Reason, BookedReason> =>
  BOOKED_REASONS.some((one) => one === reason)

function reasonsFor(line: Line, payment: BookedPayment, candidates: readonly Candidate[]): BookedReason[] {
  const hasReference = payment.reference !== '' && [line.reference, line.text].includes(payment.reference)
  const own = candidates.find(({ kind, id }) => kind === payment.kind && id === payment.partyId)
  const key = nameKey(line.name || line.text)
  const isSame = key !== '' && key === nameKey(payment.name)
  // money that was given back, and that of a salesperson, is of no party that is searched for
  const party = own?.found.filter(isOfParty) ?? (isSame ? (['same-name'] as const) : [])
  return hasReference ? ['reference', ...party] : [...party]
}

/**
 * Returns the payments that a line may already be, the likeliest first. `payments` come in the order of their distance in days. `isClear`
 * is true if the first one fits and no other party has one that fits as well.
 */
export function bookedFor(
  line: Line,
  payments: readonly BookedPayment[],
  candidates: readonly Candidate[],
): { readonly booked: readonly Booked[]; readonly isClear: boolean } {
  const rated = payments.map((payment) => ({ payment, reasons: reasonsFor(line, payment, candidates) }))
  const rank = ({ reasons }: { readonly reasons: readonly BookedReason[] }): number =>
    (reasons.includes('reference') ? 2 : 0) + (reasons.some((reason) => reason !== 'reference') ? 1 : 0)
  const sorted = rated.toSorted((a, b) => rank(b) - rank(a))
  const [first] = sorted
  const isClear =
    first !== undefined &&
    rank(first) > 0 &&
    sorted.every((one) => rank(one) < rank(first) || partyKey(one.payment) === partyKey(first.payment))
  const booked = sorted.slice(0, MOST_BOOKED).map(({ payment: { kind: _, partyId: __, ...payment }, reasons }) => ({
    ...payment,
    reasons,
    fits: reasons.length > 0,
  }))
  return { booked, isClear }
}

/** Returns the answers to a line, the first one first: payments that it is, parties whose new payment it is, and payments of other parties. */
export const answersOf = ({
  booked,
  proposals,
}: {
  readonly booked: readonly Booked[]
  readonly proposals: readonly Proposal[]
}): readonly (Booked | Proposal)[] => [
  ...booked.filter(({ fits }) => fits),
  ...proposals,
  ...booked.filter(({ fits }) => !fits),
]

/** Returns whether the first answer is chosen, and whether it can be accepted without a look. No new payment is chosen beside one that fits. */
export function chosenOf(
  { booked, isClear }: ReturnType<typeof bookedFor>,
  proposed: Pick<Proposed, 'chosen' | 'sure'>,
): Pick<Proposed, 'chosen' | 'sure'> {
  const isNew = !booked.some(({ fits }) => fits)
  return { chosen: isClear || (isNew && proposed.chosen), sure: isClear || (isNew && proposed.sure) }
}

type Stored = {
  readonly id: number
  readonly bound: PaymentBound
  readonly type: PaymentType
  readonly amount: Cents
  readonly cancelsId: number | null
  readonly cancelledById: number | null
  /** True if a line of a bank is answered by it already. */
  readonly hasLine: boolean
}

/** Refuses to answer a line by a payment that is cancelled, cash, of another amount, or the answer to another line. */
export function whyNotReconciled(line: { readonly amount: Cents }, payment: Stored): Refusal | null {
  const paymentId = payment.id
  if (payment.hasLine) return refusal('conflict', 'bank-statements.payment-has-line', { paymentId })
  if (payment.type === 'CASH' || signedAmount(payment) !== line.amount)
    return refusal('refused', 'bank-statements.other-payment', { paymentId })
  return whyNotCancel(payment)
}
