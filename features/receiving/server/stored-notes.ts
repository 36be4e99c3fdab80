/** The delivery notes of others as they are stored. */
import { type Day, isDay } from '#kernel/day.ts'
import type { Quantity } from '#kernel/money.ts'
import type { NoteState } from '#kernel/tax/delivery-note.ts'
import { plainVat } from '#kernel/vat-number.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import type { ReceivedAnswer, ReceivedLine, ReceivedNote } from '#server/integrations/tax-office/tax-office.ts'
import { type AnswerKind, type AnswerStatus, FINAL_STATES } from '../domain/received-note.ts'

/** A line as `received_notes.lines` contains it. */
export type StoredLine = Omit<ReceivedLine, 'quantity'> & { readonly quantity: Quantity | null }

/** What was answered to a note. */
export type StoredAnswer = {
  readonly noteMark: string
  readonly qrUrl: string
  readonly kind: AnswerKind
  readonly reason: string
  readonly status: AnswerStatus
  readonly attempts: number
  /** True if a call was made of which it is not known whether it arrived. */
  readonly unclear: boolean
}

const ANSWER_COLUMNS: Sql = raw(
  `note_mark as "noteMark", qr_url as "qrUrl", kind, reason, status, attempts, unclear_since is not null as unclear`,
)

/** Whether the tax office takes no more answers to a note `n`. */
export const IS_FINAL: Sql = sql`coalesce(n.state = any(${[...FINAL_STATES]}::text[]), false)`

/** Closes the notes that fulfil a condition and wait for no answer any more: their state is final, or the tax office has the answer. */
export const closeNotes = (tx: Rows, condition: Sql): Promise<number> =>
  tx.run(sql`
    update received_notes n set closed = true
    where not n.closed and ${condition}
      and (${IS_FINAL} or exists (select from received_answers a where a.note_mark = n.mark and a.status = 'DONE'))`)

/** Answers that count. One that was withdrawn is as good as none. */
export const IS_ANSWER: Sql = raw(`status <> 'WITHDRAWN'`)

/** Returns the answer to the note with a MARK, locked until the commit; null if there is none. */
export const lockAnswer = (rows: Rows, noteMark: string): Promise<StoredAnswer | null> =>
  rows.maybe<StoredAnswer>(
    sql`select ${ANSWER_COLUMNS} from received_answers where note_mark = ${noteMark} and ${IS_ANSWER} for update`,
  )

export const readAnswer = (rows: Rows, noteMark: string): Promise<StoredAnswer | null> =>
  rows.maybe<StoredAnswer>(
    sql`select ${ANSWER_COLUMNS} from received_answers where note_mark = ${noteMark} and ${IS_ANSWER}`,
  )

/** A day, or null if the text is none. */
const dayOrNull = (day: string): Day | null => (isDay(day) ? day : null)

/** Whether a MARK is one. It decides what is asked for next, so it is compared as a number. */
export const isMark = (mark: string): boolean => /^\d+$/.test(mark)

/** Stores a note as it was asked for at `askedAt`. What is known of a later moment stays. Returns its id, and whether it is new. */
async function storeNote(
  tx: Rows,
  note: ReceivedNote,
  askedAt: string,
): Promise<{ readonly id: number; readonly added: boolean } | null> {
  const day = dayOrNull(note.day)
  if (!isMark(note.mark) || day === null) return null
  const known = await tx.maybe<{ id: number }>(sql`select id from received_notes where mark = ${note.mark}`)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into received_notes as n (mark, type, series, number, day, leaves_on, vehicle, issuer_vat, issuer_country, issuer_name, qr_url,
      state, state_at, lines, file)
    values (${note.mark}, ${note.type}, ${note.series}, ${note.number}, ${day}::date, ${dayOrNull(note.leavesOn)}::date, ${note.vehicle},
      ${plainVat(note.issuerVat)}, ${note.issuerCountry}, ${note.issuerName}, ${note.qrUrl}, ${note.state}, ${askedAt}::timestamptz,
      ${JSON.stringify(note.lines)}::jsonb, ${note.file})
    on conflict (mark) do update set
      qr_url = case when excluded.qr_url = '' then n.qr_url else excluded.qr_url end,
      state = case when n.state_at > excluded.state_at then n.state else coalesce(excluded.state, n.state) end,
      state_at = greatest(n.state_at, excluded.state_at)
    returning id`)
  return { id, added: known === null }
}

/** Stores a page of notes. Returns the ids of those that were not known. */
export async function storePage(
  tx: Rows,
  { notes, cancelled }: Extract<ReceivedAnswer, { kind: 'page' }>,
  askedAt: string,
): Promise<number[]> {
  const added: number[] = []
  for (const note of notes) {
    const stored = await storeNote(tx, note, askedAt)
    if (stored?.added) added.push(stored.id)
  }
  if (cancelled.length > 0)
    await tx.run(sql`
      update received_notes set state = 'cancelled', state_at = ${askedAt}::timestamptz
      where mark = any(${[...cancelled]}::text[]) and state_at <= ${askedAt}::timestamptz and state is distinct from 'cancelled'`)
  await closeNotes(tx, sql`n.mark = any(${[...notes.map(({ mark }) => mark), ...cancelled]}::text[])`)
  return added
}

/** Stores the state of a note that was asked for at `askedAt`. */
export async function storeState(tx: Rows, mark: string, state: NoteState, askedAt: string): Promise<number> {
  const stored = await tx.run(sql`
    update received_notes set state = ${state}, state_at = ${askedAt}::timestamptz
    where mark = ${mark} and state_at <= ${askedAt}::timestamptz`)
  await closeNotes(tx, sql`n.mark = ${mark}`)
  return stored
}
