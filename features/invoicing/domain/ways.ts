/** Decides by which way tax documents are sent: the connected service, its test environment, Epsilon Smart, or files that a person sends. */
import { z } from 'zod'
import { defineCommand, zId, zText } from '#kernel/contract.ts'
import { AWAITS_MARK_CODES, QUIET_MINUTES } from '#features/orders/domain/order.ts'
import type { Day } from '#kernel/day.ts'
import { type Refusal, refusal, type RefusedRecord } from '#kernel/refusal.ts'
import type { Setting } from '#kernel/settings/form.ts'
import { invoicingRights } from './rights.ts'

export const WAYS = ['provider', 'provider-test', 'smart', 'file'] as const
export type Way = (typeof WAYS)[number]

const SENDING_SETTINGS = [
  { kind: 'choice', name: 'way', usual: 'provider', options: ['provider', 'provider-test', 'smart', 'file'] },
  /** Whether an order is invoiced by itself after it is packed. */
  { kind: 'yes-no', name: 'whenPacked', usual: false },
] as const satisfies readonly Setting[]

export const SENDING_FORM = { id: 41, name: 'sending', group: 'documents', settings: SENDING_SETTINGS } as const

/**
 * The last day on which a company may issue invoices for other companies by a way of its own (decision A.1128/2025). From then on they are
 * issued through a licensed provider or the tax office's own application.
 */
export const LAST_DAY_OF_OWN_WAYS = '2026-12-31' as Day

/** The day from which that holds for companies with more than 1 million € of turnover in 2023 (as moved by A.1044/2026, with its transition). */
export const FIRST_DAY_OF_LARGE = '2026-05-04' as Day

/** The ways that issue invoices of which the law then wants to know a provider. The test environment issues nothing. */
const WITHOUT_PROVIDER: readonly Way[] = ['smart', 'file']

/** Reports whether a company that has chosen the way must be told of the law. */
export const isEndedByLaw = (way: Way): boolean => WITHOUT_PROVIDER.includes(way)

/** The kind of fact that the company has chosen such a way. */
export const ENDED_BY_LAW = 'invoicing.way'

/** The error code of a document that only the test environment of the service issued. Nothing was issued for the tax office. */
export const TEST_ONLY = 'test-only'
/** The error codes of a document whose file a person sends, and of one that Epsilon Smart recorded. A person enters its MARK. */
export const [BY_FILE, INSERTED] = AWAITS_MARK_CODES
/** The error code of a document that may have arrived at Epsilon Smart. It is never sent again by itself: a person looks there. */
export const LOOK_THERE = 'look-there'

/** Reports whether Epsilon Smart recorded a document, or may have. */
export const mayBeInSmart = (errorCode: string | null): boolean => errorCode === INSERTED || errorCode === LOOK_THERE

/** The error codes of documents whose MARK a person enters. */
export const WAITING_FOR_PERSON: readonly string[] = [BY_FILE, INSERTED, LOOK_THERE]

/** Reports whether a document waits until a person enters its MARK or the answer to it, because no service can be asked for it. */
export const waitsForPerson = (errorCode: string | null): boolean =>
  errorCode !== null && WAITING_FOR_PERSON.includes(errorCode)

/** A refusal names at most this many of the documents that stand in the way. */
export const MOST_IN_THE_WAY = 20

/** What decides about another way of sending: how many documents wait, and which may still be booked, each with the first of them. */
export type InTheWay = {
  readonly waiting: { readonly count: number; readonly records: readonly RefusedRecord[] }
  /** Those of which a person confirmed some minutes ago that they were not issued. */
  readonly mayBeBooked: readonly RefusedRecord[]
  readonly testConnected: boolean
}

/**
 * Returns why the way may not change, or null. While documents wait, another way could issue one of them twice, and only the service
 * that was called can be asked for one that may still be booked. The test environment must be connected before it is chosen.
 */
export function whyNoSwitch(
  before: Way,
  after: Way,
  { waiting, mayBeBooked, testConnected }: InTheWay,
): Refusal | null {
  if (before === after) return null
  if (waiting.count > 0) return refusal('refused', 'invoicing.documents-wait', waiting)
  if (mayBeBooked.length > 0)
    return refusal('refused', 'invoicing.switch-later', { minutes: QUIET_MINUTES, records: mayBeBooked })
  if (after === 'provider-test' && !testConnected) return refusal('refused', 'invoicing.no-test-environment')
  return null
}

/** The longest answer that is read, in characters. The tax office answers a document with a few hundred. */
export const MOST_ANSWER = 200_000

/**
 * Reads the answer (ResponseDoc of myDATA) to a document that was sent as a file or that Epsilon Smart issued. It stores the MARK, or
 * the reason why the tax office refused the document.
 */
export const importAnswer = defineCommand('invoicing.import-answer', {
  right: invoicingRights.settle,
  input: z.strictObject({ id: zId, answer: zText(MOST_ANSWER) }),
  output: z.object({ id: z.int(), issued: z.boolean() }),
})
