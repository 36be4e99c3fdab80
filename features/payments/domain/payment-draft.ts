/** The form of a new payment: what is still missing, and what it sends. */
import type { Day } from '#kernel/day.ts'
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'
import { signedAmount } from './cancelling.ts'
import { type NewPayment, type Particular, particularsOf, type PaymentBound, type PaymentType } from './payment.ts'

/** The customer, provider or salesperson of a payment. */
export type PaymentParty = {
  readonly kind: 'customers' | 'providers' | 'salespersons'
  readonly id: number
  readonly name: string
}

/** What a person has entered. The type is null until it is chosen. */
export type PaymentDraft = Omit<
  NewPayment,
  'type' | 'amount' | 'date' | 'customerId' | 'providerId' | 'salespersonId' | 'refcode'
> & {
  readonly type: PaymentType | null
  readonly amount: Cents | null
  readonly date: Day | null
}

export const EMPTY_PAYMENT: PaymentDraft = {
  bound: 'Inbound',
  type: null,
  amount: null,
  date: null,
  series: '',
  bankName: '',
  expireDate: null,
  issuer: '',
  iban: '',
  receiptCode: '',
  orderId: null,
}

/** Returns the usual direction: customers pay us, and we pay providers and salespersons. */
export const usualBound = (kind: PaymentParty['kind']): PaymentBound => (kind === 'customers' ? 'Inbound' : 'Outbound')

export type DraftField = 'amount' | 'series' | 'date' | Particular

/** Returns the fields that are still empty, in the order of the form. */
export function lacksOf(draft: PaymentDraft): readonly DraftField[] {
  if (draft.type === null) return []
  const needed = ['amount', 'series', 'date', ...particularsOf(draft.type)] as const
  return needed.filter((field) => draft[field] === null || draft[field] === '')
}

/**
 * Returns the balance after the payment. A customer owes less after an Inbound payment, and we owe a provider or
 * salesperson less after an Outbound one.
 */
export function balanceAfter(
  kind: PaymentParty['kind'],
  before: Cents,
  draft: Pick<PaymentDraft, 'bound' | 'amount'>,
): Cents {
  const signed = signedAmount({ bound: draft.bound, amount: draft.amount ?? ZERO_CENTS })
  return kind === 'customers' ? subtractCents(before, signed) : addCents(before, signed)
}

/** Returns the amount that makes the balance zero in this direction. It is negative if the direction is the wrong one. */
export const wholeBalance = (kind: PaymentParty['kind'], before: Cents, bound: PaymentBound): Cents =>
  bound === usualBound(kind) ? before : subtractCents(ZERO_CENTS, before)

/** Returns the input of the command, without fields that the type does not need. Only call it for a complete draft. */
export function inputOf(
  draft: PaymentDraft,
  party: PaymentParty,
  confirmed: { readonly confirmNegative: boolean; readonly confirmAdvance: boolean },
) {
  const { type, amount, date } = draft
  if (type === null || amount === null || date === null) throw new Error('the draft is not complete')
  const needed = particularsOf(type)
  const own = <Field extends Particular>(field: Field, none: PaymentDraft[Field]): PaymentDraft[Field] =>
    needed.includes(field) ? draft[field] : none
  return {
    bound: draft.bound,
    type,
    amount,
    date,
    series: draft.series.trim(),
    customerId: party.kind === 'customers' ? party.id : null,
    providerId: party.kind === 'providers' ? party.id : null,
    ...(party.kind === 'salespersons' && { salespersonId: party.id }),
    bankName: own('bankName', ''),
    expireDate: own('expireDate', null),
    issuer: own('issuer', ''),
    iban: own('iban', ''),
    // every type may have the number of a receipt
    receiptCode: draft.receiptCode.trim(),
    orderId: party.kind === 'customers' ? draft.orderId : null,
    ...confirmed,
  }
}
