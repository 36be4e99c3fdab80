/** Decides what may be answered to a delivery note that another company issued to us, and until when. */
import { eventAdviceOf } from '#features/delivery-notes/domain/events/event-errors.ts'
import { addDays, type Day, daysLeft } from '#kernel/day.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { NoteState } from '#kernel/tax/delivery-note.ts'

/** What the recipient says: that all goods came, or that none of them is taken. */
export const ANSWER_KINDS = ['confirm', 'reject'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

/** `WAITING`: not sent. `SENDING`: sent, without a clear answer. `DONE`: the tax office has it. `FAILED`: refused. */
export const ANSWER_STATUSES = ['WAITING', 'SENDING', 'DONE', 'FAILED'] as const
export type AnswerStatus = (typeof ANSWER_STATUSES)[number]

/** The states of an answer that is on its way. */
export const OPEN_ANSWER = ['WAITING', 'SENDING'] as const satisfies readonly AnswerStatus[]

/** Reports whether an answer is on its way. */
export const isOpen = (status: AnswerStatus): boolean => OPEN_ANSWER.some((one) => one === status)

/** The states in which the tax office takes no more answers. */
export const FINAL_STATES = ['cancelled', 'rejected', 'failed', 'completed'] as const satisfies readonly NoteState[]

export const isFinal = (state: NoteState | null): boolean => FINAL_STATES.some((one) => one === state)

/** What decides about the answers to a note. The state is null if the tax office did not name it. */
export type Answerable = {
  readonly state: NoteState | null
  readonly answer: { readonly kind: AnswerKind; readonly status: AnswerStatus } | null
}

/**
 * Returns why an answer cannot be withdrawn, or null. The tax office takes back none that it may have: one that waits was not sent since its
 * press, also if an earlier answer to the note was refused.
 */
export const whyNotWithdraw = (answer: { readonly status: AnswerStatus } | null): Refusal | null =>
  answer?.status === 'WAITING' ? null : refusal('conflict', 'receiving.not-withdrawn')

/** Differences are told the tax office within so many days. */
const DAYS_TO_ANSWER = 15

/** Returns how many days are left for the answer to a note of `day`. */
export const daysToAnswer = (day: Day, today: Day): number => daysLeft(addDays(day, DAYS_TO_ANSWER), today)

/** People are told of a note that waits when so few days are left. */
const DAYS_TOLD = 3

/** Returns the latest day of the notes whose days run out. */
export const latestUrgentDay = (today: Day): Day => addDays(today, DAYS_TOLD - DAYS_TO_ANSWER)

/** The codes with which the tax office refuses an answer in a state. It is not asked for what it would refuse. */
const REFUSED_IN: Readonly<Record<AnswerKind, Readonly<Partial<Record<NoteState, string>>>>> = {
  confirm: {
    registered: '813',
    cancelled: '809',
    rejected: '810',
    completed: '811',
    failed: '812',
    'in-return': '834',
  },
  reject: { cancelled: '822', rejected: '822', completed: '822', failed: '822', 'in-return': '822' },
}

/** Returns the code with which the tax office would refuse an answer; null if it takes it or the state is not known. */
export const refusedIn = (kind: AnswerKind, state: NoteState | null): string | null =>
  state === null ? null : (REFUSED_IN[kind][state] ?? null)

/** The state of a note after an answer that the tax office took. */
export const STATE_AFTER: Readonly<Record<AnswerKind, NoteState>> = { confirm: 'completed', reject: 'rejected' }

/** Returns why a person cannot answer a note, or null. */
export function whyNoAnswer(kind: AnswerKind, { state, answer }: Answerable): Refusal | null {
  if (answer?.status === 'DONE') return refusal('conflict', `receiving.answered.${answer.kind}`)
  if (answer && isOpen(answer.status)) return refusal('conflict', 'receiving.on-its-way')
  // the refused answer may have arrived by an earlier call: the tax office is asked for it before anything is sent
  if (answer?.kind === kind && state === STATE_AFTER[kind]) return null
  return refusedIn(kind, state) === null ? null : refusal('refused', `receiving.not-in-state.${state}`)
}

/** Returns why no invoice is entered from a note, or null: its goods did not come. */
export const whyNoInvoice = (state: NoteState | null): Refusal | null =>
  state === 'cancelled' || state === 'rejected' ? refusal('refused', `receiving.not-in-state.${state}`) : null

/** The tax office has the other answer of this company, which it takes back from no one. */
export const ANSWERED_OTHERWISE = 'answered-otherwise'

/** Returns what to do about a refused answer, as the name of a text `advice.<name>`. */
export function answerAdviceOf(code: string): string {
  if (code === ANSWERED_OTHERWISE) return ANSWERED_OTHERWISE
  const advice = eventAdviceOf(code)
  // a recipient names no packages and reports no return, so only a fault of the product leads to these refusals
  return advice === 'packages' || advice === 'issuer' ? 'program' : advice
}

/** Returns the address in a scanned code; null if the code contains none. */
export function qrUrlOf(code: string): string | null {
  const url = code.trim()
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(url) ? url : null
}
