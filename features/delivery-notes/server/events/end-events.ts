/** The commands for an event that the tax office refused, or whose press was undone after it was sent. */
import { whyNoReason } from '#features/invoicing/domain/reason.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { waitsForPerson } from '../../domain/events/events.ts'
import * as contract from '../../domain/events/events-contract.ts'
import { shipmentOfNote } from '../prepare-notes.ts'
import { lockNote, numberText, readNote, type StoredNote } from '../stored-note.ts'
import { type EventRow, readEvent, REPORT_JOB } from './stored-events.ts'

/** Returns an event that waits for a person, with its note. The shipment is locked first, as everywhere. */
async function eventToEnd(work: Work, id: number): Promise<{ note: StoredNote; event: EventRow }> {
  const known = await work.tx.maybe<{ noteId: number }>(
    sql`select note_id as "noteId" from movement_events where id = ${id}`,
  )
  const found = known && (await readNote(work.tx, known.noteId))
  if (!found) return refuse('missing', 'movement.no-event')
  await shipmentOfNote(work.tx, work.actor, found)
  const note = await lockNote(work.tx, found)
  const event = await readEvent(work.tx, id)
  if (!event || !waitsForPerson(event.status)) return refuse('refused', 'movement.event-not-open')
  return { note, event }
}

export const repeatEventCommand = command(contract.repeatEvent, async (work, { id }) => {
  const { note, event } = await eventToEnd(work, id)
  if (event.status !== 'FAILED') refuse('refused', 'movement.event-not-open')
  await work.tx.run(sql`
    update movement_events set status = ${event.attempts > 0 ? 'SENDING' : 'WAITING'}, unclear_since = null, error_code = null,
      error_message = null, updated_at = ${work.now}::timestamptz
    where id = ${id}`)
  work.record({
    entity: 'shipments',
    id: note.shipmentId,
    changes: { movementEvent: [null, `${event.kind}-repeated`] },
    note: numberText(note),
  })
  await work.enqueue({ kind: REPORT_JOB, payload: { noteId: note.id }, bringForward: true })
  return { id }
})

export const settleEventCommand = command(contract.settleEvent, async (work, { id, reason }) => {
  stopOn(whyNoReason(reason))
  const { note, event } = await eventToEnd(work, id)
  await work.tx.run(sql`
    update movement_events set status = 'SETTLED', settled_by = ${work.actor.name}, settled_reason = ${reason},
      updated_at = ${work.now}::timestamptz
    where id = ${id}`)
  work.record({
    entity: 'shipments',
    id: note.shipmentId,
    changes: { movementEvent: [null, `${event.kind}-settled`] },
    note: `${numberText(note)} · ${reason}`,
  })
  await work.enqueue({ kind: REPORT_JOB, payload: { noteId: note.id }, bringForward: true })
  return { id }
})
