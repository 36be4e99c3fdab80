/** Declares inbound invoices and requests: their types and states, and when an invoice can be booked. */
import { REQUEST_STATES } from '#features/buying/domain/request.ts'
import type { Day } from '#kernel/day.ts'
import { lookAlikeKey } from '#kernel/fold.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

export const INVOICE_TYPES = ['INBOUND', 'REQUEST-PM'] as const
export type InvoiceType = (typeof INVOICE_TYPES)[number]

/** The states of an invoice, and those of invoices and requests together. */
export const INVOICE_STATES = ['BOOKED', 'CANCELED'] as const
export const ALL_STATES = ['BOOKED', ...REQUEST_STATES] as const
export type InvoiceState = (typeof ALL_STATES)[number]

/** A number is longer than 3 characters, and a code longer than 1. */
export const LEAST_NUMBER = 4
const LEAST_CODE = 2

/** What a person has entered, as far as the conditions ask for it. */
export type Entered = {
  readonly hasProvider: boolean
  readonly number: string
  readonly refcode: string
  readonly lineCount: number
}

/** The conditions of the button that creates an invoice, in the order of the form. */
const CONDITIONS = ['provider', 'code', 'number', 'line'] as const
export type Condition = (typeof CONDITIONS)[number]

/** Returns the conditions that do not hold yet. */
export function missingOf({ hasProvider, number, refcode, lineCount }: Entered): Condition[] {
  const holds: Record<Condition, boolean> = {
    provider: hasProvider,
    code: refcode.trim().length >= LEAST_CODE,
    number: number.trim().length >= LEAST_NUMBER,
    line: lineCount > 0,
  }
  return CONDITIONS.filter((condition) => !holds[condition])
}

/** Refuses an invoice while a condition does not hold. The refusal names the first one. */
export function whyNotBooked(entered: Entered): Refusal | null {
  const [first] = missingOf(entered)
  return first === undefined ? null : refusal('refused', `purchases.missing-${first}`)
}

/** Reports whether two numbers of a provider are the same one. Case, accents and letters that look alike do not differ (C-100). */
export const isSameNumber = (one: string, other: string): boolean =>
  lookAlikeKey(one.trim()) === lookAlikeKey(other.trim())

/** Refuses what is no invoice of a provider. Requests of an earlier system are entered anew, because goods may still come for them. */
export function whyNotHistoricType(given: string): Refusal | null {
  const type = given.trim().toUpperCase()
  if (type === '' || type === 'INBOUND') return null
  return type === 'REQUEST-PM' ? refusal('refused', 'purchases.import-request') : refusal('invalid', 'purchases.type')
}

/** Returns the state of an invoice of an earlier system; null for an unknown one. Older systems state none, and their invoices are booked. */
export function readHistoricState(given: string): (typeof INVOICE_STATES)[number] | null {
  const state = given.trim().toUpperCase()
  return state === '' ? 'BOOKED' : (INVOICE_STATES.find((one) => one === state) ?? null)
}

/**
 * Reports whether an invoice of a day sets the cost of a product. It does unless an invoice of a later day has set it (C-100). `costOn` is
 * the day of the invoice that set the present cost; null if no invoice has.
 */
export const setsCostOn = (day: Day, costOn: Day | null): boolean => costOn === null || day >= costOn
