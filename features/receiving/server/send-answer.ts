/**
 * Sends the answers to notes to the tax office, each once. Before each call the tax office is asked what it has: an earlier call may have
 * arrived although its answer was lost, a restore may have brought an older copy back, or a person may have answered at the tax office.
 */
import { z } from 'zod'
import { openTaxOfficeOf } from '#features/invoicing/server/tax-office/account.ts'
import { readCompany } from '#server/company.ts'
import { plainVat } from '#kernel/vat-number.ts'
import { SYSTEM } from '#server/command.ts'
import { raw, type Sql, sql } from '#server/db/database.ts'
import { literals } from '#server/db/literal.ts'
import type { JobParts } from '#server/feature.ts'
import type {
  EventAnswer,
  MovementEvent,
  NoteStateAnswer,
  TaxOffice,
} from '#server/integrations/tax-office/tax-office.ts'
import { type JobWork, Later } from '#server/jobs/jobs.ts'
import type { Runner } from '#server/runner.ts'
import { RECEIVING_TOPIC } from '../domain/contract.ts'
import {
  ANSWERED_OTHERWISE,
  type AnswerKind,
  type AnswerStatus,
  isOpen,
  OPEN_ANSWER,
  refusedIn,
  STATE_AFTER,
} from '../domain/received-note.ts'
import { lockAnswer, readAnswer, type StoredAnswer, storeState } from './stored-notes.ts'

export const ANSWER_JOB = 'receiving.answer'

/** A call may still be under way for this long. It ends after 20 seconds at most. */
const QUIET_SECONDS = 60

const zPayload = z.object({ noteMark: z.string() })

type Sending = Pick<JobParts, 'runner' | 'outside'>

export const answerWork = (parts: Sending): JobWork => ({
  run: (payload) => sendAnswer(parts, zPayload.parse(payload).noteMark),
  atOnce: 4,
  tries: 20,
})

// written out, because an index over some states serves only a condition that names them
export const IS_OPEN: Sql = raw(`status in (${literals(OPEN_ANSWER)})`)

/** Sends the answer to a note. Throws while it is unclear whether the tax office has it, so that the queue runs it again. */
export async function sendAnswer({ runner, outside }: Sending, noteMark: string): Promise<void> {
  const { db: rows, sealing } = runner
  const answer = await readAnswer(rows, noteMark)
  if (!answer || !isOpen(answer.status)) return
  const office = await openTaxOfficeOf({ rows, sealing, gate: outside().taxOffice }, false)
  // the schedule writes the job again when there is an account
  if (office === null) return
  const own = plainVat((await readCompany(rows)).vat)
  const askedAt = runner.clock().toISOString()
  const state = await office.stateByQr(answer.qrUrl)
  const found = answerIn(state, answer.kind, own)
  if (found !== null) return takeAnswer(runner, answer, { heard: found, state })
  if (!(await beginSending(runner, answer, askedAt))) throw new Later('quiet', QUIET_SECONDS)
  return takeAnswer(runner, answer, { heard: await send(office, answer, own), state: null })
}

/** Returns the answer of this company that the tax office has, or why it would take none; null if the answer can be sent. */
function answerIn(state: NoteStateAnswer, kind: AnswerKind, own: string): EventAnswer | null {
  if (state.kind === 'unavailable') return { kind: 'unsent', reason: state.reason }
  if (state.kind === 'refused') return state
  // only the recipient can reject; outcomes are also those of carriers, and after one of the recipient the note is completed
  const ours = state.events.findLast(
    ({ kind: said, actorVat }) =>
      said === 'rejection' || (said === 'outcome' && state.state !== 'delivered' && plainVat(actorVat) === own),
  )
  if (ours) {
    const said: AnswerKind | null = ours.kind === 'rejection' ? 'reject' : ours.outcome === 'FULL' ? 'confirm' : null
    return said === kind
      ? { kind: 'accepted', mark: ours.mark }
      : { kind: 'refused', code: ANSWERED_OTHERWISE, message: '' }
  }
  const code = refusedIn(kind, state.state)
  return code === null ? null : { kind: 'refused', code, message: '' }
}

const eventOf = ({ kind, qrUrl, reason }: StoredAnswer): MovementEvent =>
  kind === 'confirm' ? { kind: 'outcome', qrUrl, outcome: 'FULL', packages: [] } : { kind: 'rejection', qrUrl, reason }

/** Sends an answer. What was refused may have arrived by an earlier call that ended late, so the tax office is asked again. */
async function send(office: TaxOffice, answer: StoredAnswer, own: string): Promise<EventAnswer> {
  const sent = await office.report(eventOf(answer))
  if (sent.kind !== 'refused') return sent
  const found = answerIn(await office.stateByQr(answer.qrUrl), answer.kind, own)
  if (found?.kind === 'accepted') return found
  return found?.kind === 'unsent' ? { kind: 'unknown', reason: found.reason } : sent
}

/**
 * Stores that an answer is being sent before the request starts, so that no other process sends it at the same time, also after a crash. Returns
 * false if another call may still be under way or began after the question for the state, or if a person replaced the answer since it was read.
 */
const beginSending = (
  runner: Runner,
  { noteMark, kind, reason, attempts }: StoredAnswer,
  askedAt: string,
): Promise<boolean> =>
  runner.work(SYSTEM, 'receiving.send', async ({ tx, now }) => {
    const begun = await tx.run(sql`
      update received_answers
      set status = 'SENDING', attempts = attempts + 1, unclear_since = ${now}::timestamptz, updated_at = ${now}::timestamptz
      where note_mark = ${noteMark} and kind = ${kind} and reason = ${reason} and attempts = ${attempts} and ${IS_OPEN}
        and (unclear_since is null or unclear_since <= ${askedAt}::timestamptz - make_interval(secs => ${QUIET_SECONDS}))`)
    return begun === 1
  })

/** What the tax office said of an answer: when it was sent, or with its answer to the question for the state. */
type Heard = { readonly heard: EventAnswer; readonly state: NoteStateAnswer | null }

/** Stores what the tax office said. Throws while the answer is unclear. */
async function takeAnswer(runner: Runner, { noteMark, kind }: StoredAnswer, { heard, state }: Heard): Promise<void> {
  const said = await runner.work(
    SYSTEM,
    `receiving.answer-${heard.kind}`,
    async ({ tx, now, moved, record }): Promise<EventAnswer | null> => {
      // first the note, then its answer, as a press locks them
      const note = await tx.maybe<{ id: number }>(
        sql`select id from received_notes where mark = ${noteMark} for update`,
      )
      const answer = await lockAnswer(tx, noteMark)
      if (!answer || answer.kind !== kind || !isOpen(answer.status)) return null
      // a refused question says nothing of a call that may have arrived, also one that another process began meanwhile
      const counts: EventAnswer =
        state?.kind === 'refused' && answer.unclear ? { kind: 'unsent', reason: state.code } : heard
      const { status, code, mark, clear } = afterSaid(counts, state === null, answer)
      const message = 'message' in counts ? counts.message : null
      await tx.run(sql`
        update received_answers set status = ${status}, mark = coalesce(${mark}::text, mark), error_code = ${code}, error_message = ${message},
          unclear_since = case when ${clear} then null else unclear_since end, updated_at = ${now}::timestamptz
        where note_mark = ${noteMark}`)
      const after = counts.kind === 'accepted' ? STATE_AFTER[kind] : state?.kind === 'known' ? state.state : null
      if (after !== null) await storeState(tx, noteMark, after, now)
      if (!note) return counts
      const touched = { entity: RECEIVING_TOPIC, id: note.id }
      if (isOpen(status)) moved(touched)
      else
        record({
          ...touched,
          changes: { answerStatus: [answer.status, status], ...(code && { errorCode: [null, code] }) },
        })
      return counts
    },
  )
  if (said !== null && said.kind !== 'accepted' && said.kind !== 'refused')
    throw new Error(`an answer to a note was not sent: ${'reason' in said ? said.reason : 'technical'}`)
}

type AfterSaid = {
  readonly status: AnswerStatus
  readonly code: string | null
  readonly mark: string | null
  readonly clear: boolean
}

/** Returns an open answer after what the tax office said. `clear` tells that no call can still be under way. */
function afterSaid(said: EventAnswer, sent: boolean, { status }: StoredAnswer): AfterSaid {
  switch (said.kind) {
    case 'accepted':
      return { status: 'DONE', code: null, mark: said.mark, clear: true }
    case 'refused':
      return { status: 'FAILED', code: said.code, mark: null, clear: sent }
    case 'technical':
      return { status, code: 'technical', mark: null, clear: true }
    case 'unsent':
      return { status, code: said.reason, mark: null, clear: sent }
    case 'unknown':
      return { status, code: said.reason, mark: null, clear: false }
  }
}

export const ANSWER_OFTEN = {
  name: 'send-received-answers',
  kind: 'receiving.look-at-answers',
  everyMinutes: 5,
} as const

/** The most answers that one run of the schedule looks at. */
const MOST_ANSWERS = 500

/** Writes the job of each answer that waits, such as those that waited for a connection for long. */
export const lookAtAnswers = ({ runner, outside }: Sending): JobWork => ({
  run: async () => {
    const { db: rows, sealing } = runner
    if ((await openTaxOfficeOf({ rows, sealing, gate: outside().taxOffice }, false)) === null) return
    await runner.work(SYSTEM, 'receiving.look-at-answers', async ({ tx, enqueueMissing }) => {
      const waiting = await tx.many<{ noteMark: string }>(
        sql`select note_mark as "noteMark" from received_answers where ${IS_OPEN} order by note_mark limit ${MOST_ANSWERS}`,
      )
      await enqueueMissing(
        ANSWER_JOB,
        waiting.map(({ noteMark }) => ({ payload: { noteMark }, receiver: 'tax-office' })),
      )
    })
  },
  atOnce: 1,
  tries: 1,
})
