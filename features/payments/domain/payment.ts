/** Payments: money that comes in (Inbound) or goes out (Outbound). */
import { addDays, type Day, showDay } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

export const PAYMENT_BOUNDS = ['Inbound', 'Outbound'] as const
export type PaymentBound = (typeof PAYMENT_BOUNDS)[number]

export const PAYMENT_TYPES = ['CASH', 'CHECK', 'CARD', 'BANK'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

/** The account of each type, from the chart of accounts. */
export const PAYMENT_REFCODES: Readonly<Record<PaymentType, string>> = {
  CASH: '38.00.00',
  CARD: '38.00.00',
  CHECK: '38.01.00',
  BANK: '38.02.00',
}

/** A payment to be written. What a type does not need stays empty. */
export type NewPayment = {
  readonly bound: PaymentBound
  readonly type: PaymentType
  readonly amount: Cents
  readonly date: Day
  readonly customerId: number
  readonly series: string
  readonly refcode: string
  readonly bankName: string
  readonly expireDate: Day | null
  readonly issuer: string
  readonly iban: string
  readonly receiptCode: string
  readonly orderId: number | null
}

/** The bound a text means, in any spelling of capitals (ruling C-38), or null. */
export const readPaymentBound = (text: string): PaymentBound | null =>
  PAYMENT_BOUNDS.find((bound) => bound.toUpperCase() === text.trim().toUpperCase()) ?? null

/** Zero is no payment; a negative amount may be meant, so it is asked about (ruling C-56). */
export function whyNotAmount(amount: Cents, confirmNegative: boolean): Refusal | null {
  if (amount === 0) return refusal('refused', 'payments.zero')
  if (amount < 0 && !confirmNegative) return refusal('refused', 'payments.negative', { confirm: 'confirmNegative' })
  return null
}

/** How many days after it was taken cash may still be told. */
const MOST_DAYS_LATE = 7

/** Cash is told on the day it is taken, or within a week by a phone that had no line. */
export function whyNotTakenOn(date: Day, today: Day): Refusal | null {
  if (date > today) return refusal('refused', 'payments.not-taken-yet', { date: showDay(date) })
  if (date < addDays(today, -MOST_DAYS_LATE))
    return refusal('refused', 'payments.taken-too-long-ago', { date: showDay(date), days: MOST_DAYS_LATE })
  return null
}

/** What was counted differs from what it should be only with words about it. */
export const whyNotCounted = (counted: Cents, expected: Cents, note: string | null): Refusal | null =>
  counted === expected || note !== null
    ? null
    : refusal('invalid', 'payments.difference-needs-note', { fields: { note: 'payments.difference-needs-note' } })

/** A cheque needs its day, bank and issuer; a bank transfer needs bank, IBAN and receipt code. */
export function whyNotParticulars(payment: NewPayment): Refusal | null {
  if (payment.type === 'CHECK' && !(payment.expireDate && payment.bankName && payment.issuer)) {
    return refusal('refused', 'payments.check-fields')
  }
  if (payment.type === 'BANK' && !(payment.bankName && payment.iban && payment.receiptCode)) {
    return refusal('refused', 'payments.bank-fields')
  }
  return null
}
