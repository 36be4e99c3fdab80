/** Stores at the end of a shipment which orders came back without the note that they needed. */
import { MOVEMENT_FORM, needsNotes } from '#features/shipping/domain/stops/note-duty.ts'
import { markReturnNotesMissing } from '#features/shipping/server/stops/missing-notes.ts'
import { type Day, dayOf } from '#kernel/day.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import type { Announce, Change, Touched } from '#server/work.ts'
import { listsGoods } from '../domain/back-goods.ts'
import { ANY_TIME, prepareNotes, readShipment } from './prepare-notes.ts'
import { type LiveNote, noteOfStop, type StoredNote } from './stored-note.ts'

const isFinished = (touched: Change | Touched): boolean =>
  touched.entity === 'shipments' && 'changes' in touched && touched.changes?.['status']?.[1] === 'DONE'

/** Runs in the transaction that finishes a shipment. It writes no job. */
export const announceMissingReturns: Announce = async (tx, { touched, now }) => {
  for (const id of new Set(touched.filter(isFinished).map((one) => one.id)))
    await markMissingReturns(tx, id, dayOf(now))
  return false
}

async function markMissingReturns(tx: Rows, shipmentId: number, today: Day): Promise<void> {
  if (!needsNotes(await readSettings(tx, MOVEMENT_FORM), today)) return
  const shipment = await readShipment(tx, shipmentId)
  if (shipment === null) return
  const { stops } = await prepareNotes({ rows: tx, today }, shipment, 'back', ANY_TIME)
  if (stops.length === 0) return
  // a refused note is issued again, and is listed for that
  const notes = await tx.many<LiveNote & Pick<StoredNote, 'request'>>(sql`
    select stop, order_ids as "orderIds", request from delivery_notes
    where shipment_id = ${shipmentId} and direction = 'back' and not test and status <> 'WITHDRAWN' order by id desc`)
  const missing = stops.filter(({ stop, goods }) => {
    const note = noteOfStop(notes, stop)
    return note === undefined || !listsGoods(note.request.lines, goods)
  })
  await markReturnNotesMissing(
    tx,
    shipmentId,
    missing.flatMap(({ stop }) => stop.orderIds),
  )
}
