/** Payments are money received (Inbound) or paid (Outbound). */
import { addDays, type Day } from '#kernel/day.ts'
import { type Cents, ZERO_CENTS } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { isIban } from '#kernel/settings/checks.ts'

export const PAYMENT_BOUNDS = ['Inbound', 'Outbound'] as const
export type PaymentBound = (typeof PAYMENT_BOUNDS)[number]

export const PAYMENT_TYPES = ['CASH', 'CHECK', 'CARD', 'BANK'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

/** The types that a driver takes at the door. Bank transfers are recorded by the office. */
export const COLLECTED_TYPES = ['CASH', 'CARD', 'CHECK'] as const
export type CollectedType = (typeof COLLECTED_TYPES)[number]

/** How a customer pays at the door, with the details of a cheque. */
export type PaymentMeans = {
  readonly type: CollectedType
  readonly bankName: string
  readonly expireDate: string | null
  readonly issuer: string
}

export const IN_CASH: PaymentMeans = { type: 'CASH', bankName: '', expireDate: null, issuer: '' }

/** Reports whether a driver who takes such a payment carries it until the hand-over. Only cash is carried (C-80). */
export const isCarried = (type: PaymentType): boolean => type === 'CASH'

/** The account of each payment type, from the chart of accounts. */
export const PAYMENT_REFCODES: Readonly<Record<PaymentType, string>> = {
  CASH: '38.00.00',
  CARD: '38.00.00',
  CHECK: '38.01.00',
  BANK: '38.02.00',
}

/** A payment to write. Fields that its type does not need stay empty. */
export type NewPayment = {
  readonly bound: PaymentBound
  readonly type: PaymentType
  readonly amount: Cents
  readonly date: Day
  /** The customer, the provider or the salesperson. Exactly one of them. */
  readonly customerId: number | null
  readonly providerId: number | null
  readonly salespersonId?: number | null
  readonly series: string
  readonly refcode: string
  readonly bankName: string
  readonly expireDate: Day | null
  readonly issuer: string
  readonly iban: string
  readonly receiptCode: string
  readonly orderId: number | null
}

/** Returns the bound that a text names, in upper or lower case (C-38), or null. */
export const readPaymentBound = (text: string): PaymentBound | null =>
  PAYMENT_BOUNDS.find((bound) => bound.toUpperCase() === text.trim().toUpperCase()) ?? null

/** Refuses zero. A negative amount needs `confirmNegative` (C-56). */
export function whyNotAmount(amount: Cents, confirmNegative: boolean): Refusal | null {
  if (amount === 0) return refusal('refused', 'payments.zero')
  if (amount < 0 && !confirmNegative) return refusal('refused', 'payments.negative', { confirm: 'confirmNegative' })
  return null
}

/**
 * Refuses to pay a salesperson more than is owed to them, unless it is confirmed as an advance. A negative amount is what they pay back.
 */
export function whyNotAdvance(amount: Cents, owed: Cents, confirmAdvance: boolean): Refusal | null {
  if (confirmAdvance || amount <= 0 || amount <= owed) return null
  return refusal('refused', 'payments.more-than-owed', {
    owed: owed > 0 ? owed : ZERO_CENTS,
    confirm: 'confirmAdvance',
    fields: { amount: 'payments.more-than-owed' },
  })
}

/** Equal payments of one party that are at most so many days apart are probably the same one (C-95). */
export const EQUAL_WITHIN_DAYS = 3

/** Cash may be reported this many days after the payment. */
const MOST_DAYS_LATE = 7

/** Refuses a day in the future or more than a week ago. A phone that was offline reports cash later. */
export function whyNotTakenOn(date: Day, today: Day): Refusal | null {
  if (date > today) return refusal('refused', 'payments.not-taken-yet', { date })
  if (date < addDays(today, -MOST_DAYS_LATE))
    return refusal('refused', 'payments.taken-too-long-ago', { date, days: MOST_DAYS_LATE })
  return null
}

/** The office may record a payment this many years late. Older ones come with the history of an earlier system. */
const MOST_YEARS_LATE = 2
/** A cheque expires at most this many years after today. */
const MOST_YEARS_OF_CHEQUE = 5

/** Returns the same day `count` years later; only its order among other days matters, because 29 February may not exist. */
const yearsLater = (day: Day, count: number): string => `${Number(day.slice(0, 4)) + count}${day.slice(4)}`

/** Refuses to record a payment of a day to come. */
export const whyNotToCome = (date: Day, today: Day): Refusal | null =>
  date > today ? refusal('refused', 'payments.day-to-come', { date, fields: { date: 'payments.day-to-come' } }) : null

/** Refuses to record a payment of a day to come, or of more than two years ago. */
export function whyNotPaidOn(date: Day, today: Day): Refusal | null {
  if (date >= yearsLater(today, -MOST_YEARS_LATE)) return whyNotToCome(date, today)
  return refusal('refused', 'payments.day-too-early', {
    date,
    years: MOST_YEARS_LATE,
    fields: { date: 'payments.day-too-early' },
  })
}

/** Refuses a cheque that expired before any payment that may be recorded, or expires more than five years from now. */
export function whyNotExpires(expireDate: string | null, today: Day): Refusal | null {
  if (expireDate === null) return null
  const isPossible =
    expireDate >= yearsLater(today, -MOST_YEARS_LATE) && expireDate <= yearsLater(today, MOST_YEARS_OF_CHEQUE)
  if (isPossible) return null
  return refusal('refused', 'payments.wrong-expiry', {
    date: expireDate,
    years: MOST_YEARS_OF_CHEQUE,
    fields: { expireDate: 'payments.wrong-expiry' },
  })
}

/** Refuses a count that differs from the expected amount without an explanation. */
export const whyNotCounted = (counted: Cents, expected: Cents, note: string | null): Refusal | null =>
  counted === expected || note !== null
    ? null
    : refusal('invalid', 'payments.difference-needs-note', { fields: { note: 'payments.difference-needs-note' } })

type Particulars = { readonly type: PaymentType } & Partial<
  Pick<NewPayment, 'bankName' | 'issuer' | 'iban' | 'receiptCode'> & { readonly expireDate: string | null }
>

/** The fields that a type needs besides amount, series and date, in the order of the form. */
const PARTICULARS = {
  CASH: [],
  CARD: [],
  CHECK: ['expireDate', 'bankName', 'issuer'],
  BANK: ['bankName', 'iban', 'receiptCode'],
} as const satisfies Readonly<Record<PaymentType, readonly (keyof Particulars)[]>>
export type Particular = (typeof PARTICULARS)[PaymentType][number]

/** Returns the fields that the type of a payment needs. */
export const particularsOf = (type: PaymentType): readonly Particular[] => PARTICULARS[type]

/** Returns the fields that the type of a payment needs and that are empty. */
const missingParticulars = (payment: Particulars): readonly Particular[] =>
  particularsOf(payment.type).filter((field) => !payment[field])

/**
 * Refuses a cheque without day, bank or issuer, and a bank transfer without bank, IBAN or receipt code, or with an IBAN that
 * no account can have.
 */
export function whyNotParticulars(payment: Particulars): Refusal | null {
  if (missingParticulars(payment).length > 0)
    return refusal('refused', payment.type === 'CHECK' ? 'payments.check-fields' : 'payments.bank-fields')
  if (payment.type === 'BANK' && !isIban(payment.iban ?? ''))
    return refusal('refused', 'payments.wrong-iban', { fields: { iban: 'payments.wrong-iban' } })
  return null
}
