/** Sends delivery notes to the accounting service, by the rules of all tax documents: it is asked before anything is sent twice (C-33). */
import { z } from 'zod'
import { UNDER_WAY } from '#features/invoicing/domain/document.ts'
import { TEST_ONLY } from '#features/invoicing/domain/ways.ts'
import { pauseAfter } from '#features/invoicing/server/jobs.ts'
import { askEarlier, type FoundEarlier, openAsking, type Sending } from '#features/invoicing/server/lost/ask-earlier.ts'
import { type EarlierSent, gatherEarlier, type Gathered } from '#features/invoicing/server/lost/gather-earlier.ts'
import { storeLostAnswer } from '#features/invoicing/server/lost/lost-documents.ts'
import { keepNumberOfNote } from '#features/invoicing/server/numbers/take-number.ts'
import {
  beginSending,
  lockMark,
  pauseAfterForeign,
  QUIET_SECONDS,
  type State,
  stateAfterForeign,
  storeState,
} from '#features/invoicing/server/sent-tables.ts'
import { describeDifferences, stateAfter } from '#features/invoicing/server/settle-document.ts'
import { servicesByWay } from '#features/invoicing/server/ways/sending-way.ts'
import { type IssuedNote, storeIssuedNote, storeSettledNote } from '#features/invoicing/server/write-notes.ts'
import { CONFIRMED_NOT_ISSUED } from '#features/orders/domain/order.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Accounting, AccountingOutcome } from '#server/integrations/accounting/accounting.ts'
import { type JobRun, Later } from '#server/jobs/jobs.ts'
import type { Runner } from '#server/runner.ts'
import { lockNote, numberText, readNote, type StoredNote } from './stored-note.ts'
import { NUMBERED_AS } from './note-numbers.ts'

const zPayload = z.object({ noteId: z.int() })

/** Returns the note of a job. */
export const noteIdOf = (payload: unknown): number => zPayload.parse(payload).noteId

/** Returns the job that brings one note to its final state. It throws while the state is not final, so that the queue runs it again. */
export function sendNote(runner: Runner, sending: () => Sending): JobRun {
  return async (payload) => {
    const note = await readNote(runner.db, noteIdOf(payload))
    if (!note || !UNDER_WAY.some((status) => status === note.status)) return
    const service = (await servicesByWay(runner.db, sending()))(note)
    if (!service) throw new Error('no accounting service is configured')
    const found = await advance(runner, service, note, sending())
    if (found === 'quiet') throw new Later('quiet', QUIET_SECONDS)
    if ('earlier' in found) {
      await takeEarlier(runner, note, found)
      return
    }
    const outcome = found
    const pause = await settle(runner, note, outcome)
    if (pause !== null) throw new Later('the answer is about something else', pause)
    pauseAfter(outcome)
  }
}

/** An earlier note of the stop that counts as failed or that a restore removed, and was issued after all. */
type FoundNote = Extract<FoundEarlier<EarlierSent>, { kind: 'issued' }>

/** Returns the answer of the service, or an earlier note that was issued after all. `quiet`: another call may still be under way. */
async function advance(
  runner: Runner,
  service: Accounting,
  note: StoredNote,
  sending: Sending,
): Promise<AccountingOutcome | FoundNote | 'quiet'> {
  const before = note.attempts > 0 ? await service.ask(note.request) : null
  if (before !== null && before.kind !== 'absent' && before.kind !== 'technical') return before
  const earlier = await askBefore(runner, service, note, sending, before !== null)
  if (earlier !== null) return earlier
  if (await beginSending(runner, 'movement.send', 'delivery_notes', note.id)) return service.send(note.request)
  return before ?? 'quiet'
}

/**
 * Asks for every earlier note of the same first order and direction that was sent and counts as failed, and for those that a restore removed.
 * Returns null if none was issued and none can be issued any more. `wasAsked`: the service was asked for the note itself, and the tax
 * office still has to be.
 */
async function askBefore(
  runner: Runner,
  service: Accounting,
  note: StoredNote,
  sending: Sending,
  wasAsked: boolean,
): Promise<AccountingOutcome | FoundNote | 'quiet' | null> {
  // what the test environment accepted never counts as issued
  if (note.test) return null
  const { own, earlier } = await readEarlierNotes(runner, note, wasAsked)
  const asking = await openAsking<EarlierSent>(runner, sending, service, (one) => isSameNote(note, one))
  const found = await askEarlier(earlier, own, asking)
  switch (found?.kind) {
    case 'issued':
      return found.earlier === own ? found.issued : found
    case 'foreign':
      return found.outcome
    case 'waits':
      return found.pause ? 'quiet' : { kind: 'unknown', reason: found.reason }
    case undefined:
      return null
  }
}

/** Returns the part of the key that stands for the content of a note. */
const contentOf = ({ request }: Pick<EarlierSent, 'request'>): string => request.key.split('-').at(-1) ?? ''

/** Reports whether an earlier note is about the same goods as this one, and has its number. */
const isSameNote = (note: StoredNote, earlier: EarlierSent): boolean =>
  contentOf(note) === contentOf(earlier) &&
  numberText(note) === [earlier.series, earlier.number].join(' ') &&
  note.request.day.slice(0, 4) === earlier.request.day.slice(0, 4)

/**
 * Takes over an earlier note that was issued after all. With the same content and number its MARK becomes that of this note; otherwise a
 * person decides. Nothing is sent.
 */
const takeEarlier = (runner: Runner, stored: StoredNote, { earlier, issued }: FoundNote): Promise<void> =>
  runner.work(SYSTEM, 'movement.acknowledged', async (work) => {
    const note = await lockNote(work.tx, stored)
    if (!UNDER_WAY.some((status) => status === note.status)) return
    if (earlier.lostId !== null) await storeLostAnswer(work.tx, earlier.lostId, { kind: 'issued', earlier, issued })
    const isSame =
      isSameNote(note, earlier) && issued.issuedAs === undefined && !(await isMarkTaken(work, issued.mark, note.id))
    if (isSame) return acknowledgeNote(work, note, issued)
    const message = `MARK ${issued.mark}`
    await writeNoteState(work, note, 'foreign', { status: 'CONFLICT', code: 'earlier-issued', message, clear: true })
  })

/** Stores a state without a MARK. The history records it only if it has changed. */
export async function writeNoteState(work: Work, note: StoredNote, name: string, state: State): Promise<void> {
  await storeState(work.tx, 'delivery_notes', note.id, state)
  if (state.status === note.status && state.code === note.errorCode) return
  work.record({
    entity: 'shipments',
    id: note.shipmentId,
    changes: { noteState: [note.status, name] },
    note: numberText(note),
  })
}

/** Stores an answer that is about something else than the note. Returns the pause before the service is asked again, or null. */
async function settleForeign(work: Work, note: StoredNote, code: string, message: string): Promise<number | null> {
  const pause = await pauseAfterForeign(work.tx, 'delivery_notes', note.id)
  const state = stateAfterForeign(note, { code, message, pause })
  await writeNoteState(work, note, pause === null ? 'foreign' : 'unknown', state)
  return pause
}

/**
 * Stores the answer of the service. Returns the pause in seconds before it is asked again, after an answer that is about something else;
 * null otherwise.
 */
const settle = (runner: Runner, stored: StoredNote, outcome: AccountingOutcome): Promise<number | null> =>
  runner.work(SYSTEM, `movement.${outcome.kind}`, async (work) => {
    const note = await lockNote(work.tx, stored)
    const open = UNDER_WAY.some((status) => status === note.status)
    if (outcome.kind === 'foreign')
      return open ? settleForeign(work, note, 'foreign', describeDifferences(outcome)) : null
    if (outcome.kind !== 'acknowledged') {
      if (open) await writeNoteState(work, note, outcome.kind, stateAfter(outcome, note))
      return null
    }
    if (!open) {
      // a person confirmed during the call that nothing was issued
      if (note.status === 'FAILED' && note.errorCode === CONFIRMED_NOT_ISSUED)
        await showIssued(work, note, outcome.mark)
      return null
    }
    if (note.test) {
      // the test environment refuses a second note with this number
      await keepNumberOfNote(work.tx, note.id, { issued: true })
      const message = `MARK ${outcome.mark}`
      await writeNoteState(work, note, TEST_ONLY, { status: 'FAILED', code: TEST_ONLY, message, clear: true })
      return null
    }
    const code = (await isMarkTaken(work, outcome.mark, note.id))
      ? 'mark-taken'
      : outcome.issuedAs
        ? 'number-taken'
        : null
    if (code !== null) return settleForeign(work, note, code, `MARK ${outcome.mark}`)
    await acknowledgeNote(work, note, outcome)
    return null
  })

/** A note that was issued after all becomes visible as a conflict, unless the stop has a newer live one. */
async function showIssued(work: Work, note: StoredNote, mark: string): Promise<void> {
  const newer = await work.tx.maybe(sql`
    select d.id from delivery_notes d join delivery_notes own on own.id = ${note.id}
    where d.shipment_id = own.shipment_id and d.stop = own.stop and d.direction = own.direction and d.id > own.id and d.status not in ('FAILED', 'WITHDRAWN')`)
  if (newer) return
  await storeSettledNote(work, note.id, null)
  await keepNumberOfNote(work.tx, note.id, { issued: false })
  await writeNoteState(work, note, 'CONFLICT', {
    status: 'CONFLICT',
    code: 'issued-after-all',
    message: `MARK ${mark}`,
  })
}

/** Reports whether another note or a document of an order has the MARK. */
export async function isMarkTaken({ tx }: Work, mark: string, id: number): Promise<boolean> {
  await lockMark(tx, mark)
  const holder = await tx.maybe(sql`
    select id from delivery_notes where mark = ${mark} and id <> ${id}
    union all select id from accounting_documents where mark = ${mark} limit 1`)
  return holder !== null
}

/** Stores that the note was issued. */
export async function acknowledgeNote(work: Work, note: StoredNote, issued: IssuedNote): Promise<void> {
  await storeIssuedNote(work.tx, note.id, issued)
  await keepNumberOfNote(work.tx, note.id, { issued: true })
  work.record({
    entity: 'shipments',
    id: note.shipmentId,
    changes: { noteState: [note.status, 'acknowledged'] },
    note: `${numberText(note)} · MARK ${issued.mark}`,
  })
}

/** Returns the note itself if the service was asked for it, and the earlier ones of its first order and direction. */
function readEarlierNotes(
  runner: Pick<Runner, 'db' | 'clock'>,
  note: StoredNote,
  wasAsked: boolean,
): Promise<Gathered> {
  const { id, direction, orderIds } = note
  const orderId = orderIds[0] ?? 0
  const stored = sql`delivery_notes d where d.order_ids[1] = ${orderId} and d.direction = ${direction} and not d.test
    and (d.id = ${id} or (d.id < ${id} and d.status = 'FAILED' and d.attempts > 0))`
  return gatherEarlier(runner, { ...note, orderId, kind: NUMBERED_AS[direction] }, wasAsked, { stored })
}
