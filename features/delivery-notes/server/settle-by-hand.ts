/** The commands for a note that has no clear answer, that leaves without a MARK, or that a person cancelled at the service. */
import { OPEN, UNDER_WAY } from '#features/invoicing/domain/document.ts'
import { isConnectionLost } from '#features/invoicing/domain/lost-connection.ts'
import { whyNoReason } from '#features/invoicing/domain/reason.ts'
import { BY_FILE } from '#features/invoicing/domain/ways.ts'
import { confirmByHand } from '#features/invoicing/server/ask-by-hand.ts'
import { confirmLost } from '#features/invoicing/server/lost/lost-documents.ts'
import { storeSettledNote, storeWithdrawnNote, storeWithoutMark } from '#features/invoicing/server/write-notes.ts'
import { CONFIRMED_NOT_ISSUED } from '#features/orders/domain/order.ts'
import { MOVEMENT_FORM } from '#features/shipping/domain/stops/note-duty.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, lookup, type Work } from '#server/command.ts'
import { readMydataAnswer } from '#server/integrations/accounting/mydata-answer.ts'
import { readSettings } from '#server/settings.ts'
import * as contract from '../domain/contract.ts'
import { SEND_NOTE_JOB } from './issue-notes.ts'
import { NUMBERED_AS } from './note-numbers.ts'
import { readShipment, shipmentOfNote } from './prepare-notes.ts'
import { acknowledgeNote, isMarkTaken, writeNoteState } from './send-note.ts'
import { lockNote, numberText, readNote, type StoredNote } from './stored-note.ts'

/** Returns a note of a shipment that the person may see, locked. */
async function noteToChange(work: Work, id: number): Promise<StoredNote> {
  const known = await readNote(work.tx, id)
  if (!known) return refuse('missing', 'movement.no-note')
  await shipmentOfNote(work.tx, work.actor, known)
  return lockNote(work.tx, known)
}

const isOneOf = (list: readonly string[], { status }: StoredNote): boolean => list.includes(status)

export const askNoteCommand = command(contract.askNote, async (work, { id }) => {
  const note = await noteToChange(work, id)
  if (!isOneOf(OPEN, note)) refuse('refused', 'movement.not-open')
  if (note.status === 'CONFLICT' || note.errorCode === 'gave-up') {
    const status = note.attempts === 0 ? 'WAITING' : 'UNKNOWN'
    await writeNoteState(work, note, 'asked-again', { status, code: null, message: null })
  }
  await work.enqueue({ kind: SEND_NOTE_JOB, payload: { noteId: id }, bringForward: true })
  return { id }
})

export const leaveWithoutMarkCommand = command(contract.leaveWithoutMark, async (work, { id, reason }) => {
  stopOn(whyNoReason(reason))
  const note = await noteToChange(work, id)
  if (note.failure) return { id }
  if (!isConnectionLost(note)) refuse('refused', 'movement.connection-works')
  const { failureCode } = await readSettings(work.tx, MOVEMENT_FORM)
  await storeWithoutMark(work, id, failureCode)
  work.record({
    entity: 'shipments',
    id: note.shipmentId,
    changes: { noteState: [note.status, 'without-mark'] },
    note: `${numberText(note)} · ${reason}`,
  })
  return { id }
})

/** Returns an open note, locked. */
async function openNote(work: Work, id: number): Promise<StoredNote> {
  const note = await noteToChange(work, id)
  if (!isOneOf(OPEN, note)) refuse('refused', 'movement.not-open')
  return note
}

/** Stores the MARK that a person has found of an open note. */
export async function enterNoteMark(
  work: Work,
  { id, mark, reason }: { readonly id: number; readonly mark: string; readonly reason: string },
): Promise<void> {
  const note = await openNote(work, id)
  if (note.test) refuse('refused', 'movement.of-test')
  if (await isMarkTaken(work, mark, id)) refuse('refused', 'movement.mark-taken')
  await acknowledgeNote(work, note, { mark, uid: '', authenticationCode: '', qrUrl: '' })
  await storeSettledNote(work, id, reason)
}

/** Stores that a note was not issued, as a person found. */
async function confirmNotIssued(work: Work, note: StoredNote, reason: string): Promise<void> {
  const of = { orderId: note.orderIds[0] ?? 0, kind: NUMBERED_AS[note.direction] }
  await confirmLost(work.tx, of, { by: work.actor.name, reason })
  await writeNoteState(work, note, 'not-issued', { status: 'FAILED', code: CONFIRMED_NOT_ISSUED, message: null })
  await storeSettledNote(work, note.id, reason)
}

/** Stores what a person has found about an open note: its MARK, or that it was not issued. */
export const settleNoteLookup = lookup(contract.settleNote, async (reach, { id, mark, reason }) => {
  stopOn(whyNoReason(reason))
  if (mark !== null) {
    await reach.keep((work) => enterNoteMark(work, { id, mark, reason }))
    return { id, issued: null }
  }
  const issued = await confirmByHand(reach, 'delivery_notes', {
    open: (work) => openNote(work, id),
    confirm: (work, note) => confirmNotIssued(work, note, reason),
    job: (noteId) => ({ kind: SEND_NOTE_JOB, payload: { noteId } }),
  })
  return { id, issued }
})

export const importNoteAnswerCommand = command(contract.importNoteAnswer, async (work, { id, answer }) => {
  const note = await noteToChange(work, id)
  if (!isOneOf(OPEN, note) || note.errorCode !== BY_FILE) refuse('refused', 'movement.not-by-file')
  const read = readMydataAnswer(answer, note.request)
  if (read === null)
    return refuse('invalid', 'invoicing.answer-unreadable', { fields: { answer: 'invoicing.answer-unreadable' } })
  if (read.kind === 'refused') {
    const { code, message } = read
    await writeNoteState(work, note, 'refused', { status: 'FAILED', code, message, clear: true })
    return { id, issued: false }
  }
  if (await isMarkTaken(work, read.mark, id)) refuse('refused', 'movement.mark-taken')
  await acknowledgeNote(work, note, read)
  await storeSettledNote(work, id, 'XML')
  return { id, issued: true }
})

export const withdrawNoteCommand = command(contract.withdrawNote, async (work, { id, reason }) => {
  stopOn(whyNoReason(reason))
  const note = await noteToChange(work, id)
  if (note.status !== 'ACKNOWLEDGED') refuse('refused', 'movement.not-issued')
  const shipment = await readShipment(work.tx, note.shipmentId)
  if (shipment?.departed && note.direction === 'out') refuse('refused', 'movement.already-left')
  await storeWithdrawnNote(work, id, reason)
  work.record({
    entity: 'shipments',
    id: note.shipmentId,
    changes: { noteState: [note.status, 'WITHDRAWN'] },
    note: `${numberText(note)} · ${reason}`,
  })
  return { id }
})

/** Marks a note of which nothing was sent as failed when the job gives up. Any other note waits for a person. */
export async function giveUpNote(work: Work, noteId: number): Promise<void> {
  const known = await readNote(work.tx, noteId)
  if (!known) return
  const note = await lockNote(work.tx, known)
  if (!isOneOf(UNDER_WAY, note)) return
  await writeNoteState(
    work,
    note,
    'gave-up',
    note.attempts > 0
      ? { status: 'UNKNOWN', code: 'gave-up', message: note.errorCode }
      : { status: 'FAILED', code: 'not-sent', message: note.errorCode },
  )
}
