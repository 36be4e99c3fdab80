/**
 * Reports the events of a delivery note to the tax office, in their order and each once. After an unclear answer the tax office is asked
 * before anything is sent again.
 */
import { z } from 'zod'
import { openTaxOfficeOf } from '#features/invoicing/server/tax-office/account.ts'
import { storeQrOfNote } from '#features/invoicing/server/write-notes.ts'
import { readCompany } from '#server/company.ts'
import { MOVEMENT_FORM } from '#features/shipping/domain/stops/note-duty.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { EventAnswer, MovementEvent, TaxOffice } from '#server/integrations/tax-office/tax-office.ts'
import { type JobWork, Later } from '#server/jobs/jobs.ts'
import type { Runner } from '#server/runner.ts'
import { readSettings } from '#server/settings.ts'
import { isOpen, waitsForPerson } from '../../domain/events/events.ts'
import { numberText, readNote, type StoredNote } from '../stored-note.ts'
import { type EventRow, IS_OPEN, isRestored, readEvent, readEvents, REPORT_JOB } from './stored-events.ts'

const zPayload = z.object({ noteId: z.int() })

/** A call may still be under way for this long. It ends after 20 seconds at most. */
const QUIET_SECONDS = 60

type Reporting = Pick<JobParts, 'runner' | 'outside'>

export const reportWork = (parts: Reporting): JobWork => ({
  run: (payload) => reportEvents(parts, zPayload.parse(payload).noteId),
  atOnce: 4,
  tries: 20,
})

/** Reports the events of a note that are due. Throws while one of them has no clear answer, so that the queue runs it again. */
export async function reportEvents({ runner, outside }: Reporting, noteId: number): Promise<void> {
  const note = await readNote(runner.db, noteId)
  if (!note) return
  for (const event of await readEvents(runner.db, [noteId])) {
    if (event.status === 'DONE' || event.status === 'SETTLED') continue
    if (waitsForPerson(event.status)) return
    const seconds = Math.ceil((Date.parse(event.dueAt) - runner.clock().getTime()) / 1000)
    if (seconds > 0) throw new Later('the press may still be undone', seconds)
    // the job is written again when the note gets its MARK
    if (note.status !== 'ACKNOWLEDGED' || note.mark === null) return
    const { db: rows, sealing } = runner
    const office = await openTaxOfficeOf({ rows, sealing, gate: outside().taxOffice }, note.test)
    // the schedule writes the job again when there is an account
    if (office === null) return
    const answer = await reportOne(runner, office, note, event)
    if (answer.kind !== 'accepted' && answer.kind !== 'refused')
      throw new Error(`an event was not reported: ${'reason' in answer ? answer.reason : 'technical'}`)
    if (answer.kind === 'refused') return
  }
}

/** Reports one event. An event that was sent before, or may have been before a restore, is looked for first. */
async function reportOne(runner: Runner, office: TaxOffice, note: StoredNote, event: EventRow): Promise<EventAnswer> {
  const mayBeKnown = event.attempts > 0 || (await isRestored(runner.db, runner.clock()))
  const answered = mayBeKnown ? await findReported(office, note, event) : null
  // an event that was never sent from here can still be withdrawn
  const found: EventAnswer | null =
    answered?.kind === 'unknown' && event.attempts === 0 ? { ...answered, kind: 'unsent' } : answered
  if (found !== null) {
    await settle(runner, note, event, { answer: found, begun: false })
    return found
  }
  const wanted = await wireEvent(runner.db, office, note, event)
  if ('kind' in wanted && wanted.kind !== 'event') {
    await settle(runner, note, event, { answer: wanted, begun: false })
    return wanted
  }
  if (!(await beginReport(runner, event))) throw new Later('quiet', QUIET_SECONDS)
  const answer = await office.report(wanted.event)
  await settle(runner, note, event, { answer, begun: true })
  return answer
}

/** Returns the answer to an event that the tax office has already, null if it does not have it, or why that is not known. */
async function findReported(office: TaxOffice, note: StoredNote, event: EventRow): Promise<EventAnswer | null> {
  const state = await office.stateOf(note.mark ?? '')
  if (state.kind === 'unavailable') return { kind: 'unknown', reason: state.reason }
  if (state.kind === 'refused') return state
  const known = state.events.findLast(
    ({ kind, actorVat }) => kind === event.kind && (actorVat === '' || actorVat === note.request.issuer.vat),
  )
  if (!known) return null
  if (event.kind === 'outcome' && known.outcome !== null && known.outcome !== event.outcome)
    return { kind: 'refused', code: '819', message: known.outcome }
  return { kind: 'accepted', mark: known.mark }
}

type Wire = { readonly kind: 'event'; readonly event: MovementEvent }

/** Returns an event as the tax office reads it, or why it cannot be sent. A note whose MARK a person entered has no QR code here. */
async function wireEvent(
  rows: Rows,
  office: TaxOffice,
  note: StoredNote,
  event: EventRow,
): Promise<Wire | EventAnswer> {
  const qrUrl = note.qrUrl ? note.qrUrl : await findQr(rows, office, note)
  if (typeof qrUrl !== 'string') return qrUrl
  const { transport, packaging, carrierVat } = await readSettings(rows, MOVEMENT_FORM)
  switch (event.kind) {
    case 'transfer': {
      const { vat } = await readCompany(rows)
      const carrier = carrierVat.trim() || vat
      const { vehicle } = note.request
      return {
        kind: 'event',
        event: { kind: 'transfer', qrUrl, vehicle, transport, carrierVat: carrier, at: event.at },
      }
    }
    case 'outcome': {
      const packages = event.packages === null ? [] : [{ type: packaging, count: event.packages }]
      return { kind: 'event', event: { kind: 'outcome', qrUrl, outcome: event.outcome ?? 'NONE', packages } }
    }
    case 'return':
      return { kind: 'event', event: { kind: 'return', qrUrl } }
  }
}

/** Asks the tax office for the address in the QR code of a note, and stores it. */
async function findQr(rows: Rows, office: TaxOffice, note: StoredNote): Promise<string | EventAnswer> {
  const mark = note.mark ?? '0'
  const answer = await office.transmitted({ afterMark: String(BigInt(mark) - 1n), untilMark: mark })
  if (answer.kind === 'unavailable') return { kind: 'unsent', reason: answer.reason }
  const found = answer.documents.find((one) => one.mark === mark)?.qrUrl ?? ''
  if (found === '') return { kind: 'refused', code: 'no-qr', message: '' }
  await storeQrOfNote(rows, note.id, found)
  return found
}

/**
 * Stores that an event is being sent before the request starts, so that the tax office is asked first after a crash. Returns false if the
 * press was undone or changed meanwhile, or if another call may still be under way.
 */
const beginReport = (runner: Runner, { id, outcome, packages }: EventRow): Promise<boolean> =>
  runner.work(SYSTEM, 'movement.report', async ({ tx, now }) => {
    const begun = await tx.run(sql`
      update movement_events e
      set status = 'SENDING', attempts = attempts + 1, unclear_since = ${now}::timestamptz, updated_at = ${now}::timestamptz
      where id = ${id} and ${IS_OPEN}
        and outcome is not distinct from ${outcome}::text and packages is not distinct from ${packages}::int
        and (unclear_since is null or unclear_since <= ${now}::timestamptz - make_interval(secs => ${QUIET_SECONDS}))`)
    return begun === 1
  })

/** An answer. `begun` tells that the event was sent for it. */
type Answered = { readonly answer: EventAnswer; readonly begun: boolean }

/** Stores the answer. The press may have been undone during the call: then only the MARK is stored, and a person acts. */
const settle = (runner: Runner, note: StoredNote, { id }: EventRow, { answer, begun }: Answered): Promise<void> =>
  runner.work(SYSTEM, `movement.event-${answer.kind}`, async (work) => {
    const { tx, now } = work
    const event = await readEvent(tx, id)
    if (!event) return
    const mark = answer.kind === 'accepted' ? answer.mark : event.mark
    // an attempt that stored nothing does not count, so that an undone press can still be withdrawn
    const isUncounted = begun && (answer.kind === 'unsent' || answer.kind === 'technical')
    const attempts = isUncounted ? Math.max(0, event.attempts - 1) : event.attempts
    const { status, code, clear } = isOpen(event.status)
      ? stateAfter(answer, attempts)
      : { status: event.status, code: event.errorCode, clear: true }
    const message = 'message' in answer ? answer.message : null
    await tx.run(sql`
      update movement_events set status = ${status}, mark = ${mark}, error_code = ${code}, error_message = ${message}, attempts = ${attempts},
        unclear_since = case when ${clear} then null else unclear_since end, updated_at = ${now}::timestamptz
      where id = ${id}`)
    announce(work, note, event, answer)
  })

/** Returns the state of an open event after an answer. `clear` tells that no call can still be under way. */
function stateAfter(answer: EventAnswer, attempts: number) {
  switch (answer.kind) {
    case 'accepted':
      return { status: 'DONE', code: null, clear: true }
    case 'refused':
      return { status: 'FAILED', code: answer.code, clear: true }
    case 'technical':
      return { status: attempts > 0 ? 'SENDING' : 'WAITING', code: 'technical', clear: true }
    case 'unsent':
      return { status: attempts > 0 ? 'SENDING' : 'WAITING', code: answer.reason, clear: true }
    case 'unknown':
      return { status: 'SENDING', code: answer.reason, clear: false }
  }
}

/** Notifies open pages. The history of the shipment names what the tax office took or refused. */
function announce(work: Work, note: StoredNote, event: EventRow, answer: EventAnswer): void {
  if (answer.kind !== 'accepted' && answer.kind !== 'refused') {
    work.moved({ entity: 'shipments', id: note.shipmentId })
    return
  }
  const detail = answer.kind === 'accepted' ? `MARK ${answer.mark}` : answer.code
  work.record({
    entity: 'shipments',
    id: note.shipmentId,
    changes: { movementEvent: [null, `${event.kind}-${answer.kind}`] },
    note: `${numberText(note)} · ${detail}`,
  })
}

export const REPORT_OFTEN = {
  name: 'report-movement-events',
  kind: 'movement.look-at-events',
  everyMinutes: 5,
} as const

/** The most notes whose events one run of the schedule looks at. */
const MOST_NOTES = 500

/** Writes the job of each note with an event that is due and waits, such as those that waited for an account at the tax office. */
export const lookAtEvents = ({ runner, outside }: Reporting): JobWork => ({
  run: async () => {
    const { db: rows, sealing } = runner
    const gate = outside().taxOffice
    const office =
      (await openTaxOfficeOf({ rows, sealing, gate }, false)) ?? (await openTaxOfficeOf({ rows, sealing, gate }, true))
    if (office === null) return
    await runner.work(SYSTEM, 'movement.look-at-events', async ({ tx, now, enqueueMissing }) => {
      const due = await tx.many<{ noteId: number }>(sql`
        select distinct e.note_id as "noteId" from movement_events e join delivery_notes d on d.id = e.note_id
        where ${IS_OPEN} and e.due_at <= ${now}::timestamptz and d.status = 'ACKNOWLEDGED'
        order by e.note_id limit ${MOST_NOTES}`)
      await enqueueMissing(
        REPORT_JOB,
        due.map(({ noteId }) => ({ payload: { noteId }, receiver: 'tax-office' })),
      )
    })
  },
  atOnce: 1,
  tries: 1,
})
