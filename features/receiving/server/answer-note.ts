/** The presses with which a person confirms or rejects a note. A job sends the answer. */
import { isTaxOfficeKnown } from '#features/invoicing/server/tax-office/account.ts'
import { whyNoReason } from '#features/invoicing/domain/reason.ts'
import type { NoteState } from '#kernel/tax/delivery-note.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import { type AnswerKind, whyNoAnswer, whyNotWithdraw } from '../domain/received-note.ts'
import { ANSWER_JOB } from './send-answer.ts'
import { lockAnswer } from './stored-notes.ts'

async function lockNote({ tx }: Work, id: number) {
  const note = await tx.maybe<{ mark: string; qrUrl: string; state: NoteState | null }>(
    sql`select mark, qr_url as "qrUrl", state from received_notes where id = ${id} for update`,
  )
  return note ?? refuse('missing', 'receiving.no-note')
}

/** Stores an answer and lets it be sent. It replaces one that the tax office refused, but not since when a call may be under way. */
async function answerNote(work: Work, id: number, kind: AnswerKind, reason: string): Promise<{ id: number }> {
  const { tx, actor, now, enqueue, record } = work
  const note = await lockNote(work, id)
  const before = await lockAnswer(tx, note.mark)
  stopOn(whyNoAnswer(kind, { state: note.state, answer: before }))
  if (!(await isTaxOfficeKnown(tx))) refuse('refused', 'receiving.no-account')
  if (note.qrUrl === '') refuse('refused', 'receiving.no-qr')
  await tx.run(sql`
    insert into received_answers (note_mark, qr_url, kind, reason, status, user_id, user_name, pressed_at, updated_at)
    values (${note.mark}, ${note.qrUrl}, ${kind}, ${reason}, 'WAITING', ${actor.userId}::bigint, ${actor.name}, ${now}::timestamptz,
      ${now}::timestamptz)
    on conflict (note_mark) do update set qr_url = excluded.qr_url, kind = excluded.kind, reason = excluded.reason, status = excluded.status,
      error_code = null, error_message = null, user_id = excluded.user_id, user_name = excluded.user_name,
      pressed_at = excluded.pressed_at, updated_at = excluded.updated_at`)
  await enqueue({ kind: ANSWER_JOB, payload: { noteMark: note.mark }, bringForward: true })
  record({
    entity: contract.RECEIVING_TOPIC,
    id,
    changes: { answer: [before?.kind ?? null, kind], answerStatus: [before?.status ?? null, 'WAITING'] },
    note: reason,
  })
  return { id }
}

export const confirmNoteCommand = command(contract.confirmNote, (work, { id }) => answerNote(work, id, 'confirm', ''))

export const rejectNoteCommand = command(contract.rejectNote, (work, { id, reason }) => {
  stopOn(whyNoReason(reason))
  return answerNote(work, id, 'reject', reason)
})

/** Withdraws an answer before it is sent. It stays with its state, so that a restore does not send it. */
export const withdrawAnswerCommand = command(contract.withdrawAnswer, async (work, { id }) => {
  const { tx, now, record } = work
  const { mark } = await lockNote(work, id)
  stopOn(whyNotWithdraw(await lockAnswer(tx, mark)))
  await tx.run(sql`
    update received_answers set status = 'WITHDRAWN', updated_at = ${now}::timestamptz where note_mark = ${mark}`)
  record({ entity: contract.RECEIVING_TOPIC, id, changes: { answerStatus: ['WAITING', 'WITHDRAWN'] } })
  return { id }
})
