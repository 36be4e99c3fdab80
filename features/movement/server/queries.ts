/** Reads the delivery notes of a shipment. */
import { refuse } from '#kernel/refusal.ts'
import { download } from '#server/bytes.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { noteXml } from '#server/integrations/accounting/note-xml.ts'
import * as contract from '../domain/contract.ts'
import { prepareNotes, shipmentOfNotes } from './prepare-notes.ts'
import { NOTE_COLUMNS, numberText, readNote, type StoredNote } from './stored-note.ts'

type Shown = NonNullable<contract.NotedStopView['note']>

const shown = (note: StoredNote): Shown => ({
  id: note.id,
  orderIds: [...note.orderIds],
  number: numberText(note),
  status: note.status,
  mark: note.mark,
  qrUrl: note.qrUrl === '' ? null : note.qrUrl,
  failure: note.failure,
  test: note.test,
  errorCode: note.errorCode,
})

/** The time of day is not shown, so any stands for it. */
const ANY_TIME = '00:00'

export const notesOfShipmentQuery = query(contract.notesOfShipment, async ({ rows, today, actor }, { shipmentId }) => {
  const shipment = await shipmentOfNotes(rows, actor, shipmentId)
  const { needed, settings, stops } = await prepareNotes({ rows, today }, shipment, ANY_TIME)
  const notes = await rows.many<StoredNote & { stop: string }>(sql`
    select distinct on (d.stop) d.stop, ${NOTE_COLUMNS} from delivery_notes d
    where d.shipment_id = ${shipmentId} and d.status <> 'WITHDRAWN'
    order by d.stop, (d.status <> 'FAILED') desc, d.id desc`)
  // a company without the duty and without notes sees nothing of them
  if (settings.fromDay === '' && notes.length === 0) return { needed, stops: [] }
  return {
    needed,
    stops: stops.map(({ stop, composed }) => {
      const note = notes.find((one) => one.stop === stop.key)
      return {
        name: stop.name,
        orderIds: [...stop.orderIds],
        problems: composed.problems === undefined ? [] : [...composed.problems],
        note: note ? shown(note) : null,
        differs: note !== undefined && note.status !== 'FAILED' && String(note.orderIds) !== String(stop.orderIds),
      }
    }),
  }
})

export const noteXmlDownload = download(contract.noteXmlFile, async ({ rows }, { id }) => {
  const note = await readNote(rows, id)
  if (!note) return refuse('missing', 'movement.no-note')
  const content = Buffer.from(noteXml(note.request), 'utf8')
  return { name: `${note.series}-${note.number}.xml`, mediaType: 'application/xml', content }
})
