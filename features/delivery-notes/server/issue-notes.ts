/** Issues the delivery notes of a shipment: writes each with its number, and enqueues the job that sends it. */
import { createHash } from 'node:crypto'
import { noteSeries } from '../domain/note-series.ts'
import { whyNoAccounting } from '#features/invoicing/server/write-document.ts'
import { noAccounting } from '#features/invoicing/domain/sending.ts'
import { keysOfLost } from '#features/invoicing/server/lost/lost-documents.ts'
import { takeNumber } from '#features/invoicing/server/numbers/take-number.ts'
import { INSTALLATION } from '#features/invoicing/server/unread/unread.ts'
import { insertNote } from '#features/invoicing/server/write-notes.ts'
import { wallClockOf } from '#kernel/day.ts'
import { firstNames, refuse, stopOn } from '#kernel/refusal.ts'
import type { Direction } from '#kernel/tax/delivery-note.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { KeyedNote } from '#server/integrations/accounting/accounting.ts'
import { NUMBERED_AS } from './note-numbers.ts'
import { type UnnumberedNote, withoutCode } from '../domain/compose-note.ts'
import { issueAgain, issueNotes } from '../domain/contract.ts'
import { composeAgain, type RefusedOnTheWay, readRefusedOnTheWay } from './refused-on-the-way.ts'
import {
  type Issuing,
  type PreparedStop,
  prepareNotes,
  readIssuing,
  type ShipmentOfNotes,
  shipmentOfNote,
  shipmentOfNotes,
} from './prepare-notes.ts'
import { type LiveNote, lockNote, noteOfStop, numberText, readNote } from './stored-note.ts'

export const SEND_NOTE_JOB = 'movement.send-note'

type NotesToIssue = { readonly shipmentId: number; readonly direction: Direction }

/** The fields of the history that name an issued note. */
const FIELD = { out: 'deliveryNote', back: 'returnNote' } as const satisfies Record<Direction, string>

/** Returns the content that identifies a note, as one text. Number, day, time and addresses are left out, as in documents. */
const contentOfNote = ({ issuer, customer, vehicle, lines }: UnnumberedNote): string =>
  JSON.stringify([
    issuer.vat,
    customer.vat,
    vehicle,
    lines.map((line) => [line.code, line.name, line.quantity, line.purpose]),
  ])

/** Returns a key made of the installation, the first order of the stop, the attempt and the content. */
function noteKey(installation: string, first: number, attempt: number, note: UnnumberedNote): string {
  const hash = createHash('sha256').update(contentOfNote(note)).digest('hex').slice(0, 16)
  return `kerino-${installation}-note-${first}-${attempt}-${hash}`
}

type NoteToWrite = {
  readonly stop: Pick<PreparedStop['stop'], 'key' | 'orderIds'>
  readonly note: UnnumberedNote
  /** When a person let the vehicle leave without a MARK, and when the goods left, for a note that is issued again. */
  readonly left?: Pick<RefusedOnTheWay, 'failureAt' | 'leftAt'>
}

/** Writes a note with its number, and the job that sends it. Returns its id. */
async function writeNote(
  work: Work,
  { shipmentId, direction }: NotesToIssue,
  { stop, note, left }: NoteToWrite,
  { settings, branch, test }: Issuing,
): Promise<number> {
  const { tx } = work
  const first = stop.orderIds[0] ?? 0
  const series = noteSeries({ day: note.day, branch, test }, settings)
  const taken = await takeNumber(tx, { orderId: first, kind: NUMBERED_AS[direction] }, series)
  const { earlier, installation } = await tx.one<{ earlier: number; installation: string }>(sql`
    select (select count(*)::int from (
        select key from delivery_notes where order_ids[1] = ${first} and direction = ${direction}
        union ${keysOfLost(first, NUMBERED_AS[direction])}) k) as earlier,
      ${INSTALLATION} as installation`)
  const request: KeyedNote = {
    ...note,
    key: noteKey(installation, first, earlier + 1, note),
    series: taken.series,
    number: taken.number,
  }
  const { key, orderIds } = stop
  const id = await insertNote(work, {
    shipmentId,
    stop: key,
    direction,
    orderIds,
    request,
    numbered: taken,
    test,
    left,
  })
  await work.enqueue({ kind: SEND_NOTE_JOB, payload: { noteId: id } })
  work.record({ entity: 'shipments', id: shipmentId, changes: { [FIELD[direction]]: [null, numberText(taken)] } })
  return id
}

/** A stop that got no note. */
type WithoutNote = { readonly code: string; readonly details: { readonly stop: string; readonly goods?: string } }

/**
 * Returns a stop without a note, with the reason as a key of the texts. `stop` is the name of its customer, and `goods` are those that lack a
 * valid code.
 */
const withoutNote = (stop: string, reason: string, goods: readonly { readonly name: string }[] = []): WithoutNote => ({
  code: `movement.${reason}`,
  details: { stop, ...(reason === 'goods-code' ? { goods: firstNames(goods.map(({ name }) => name)) } : {}) },
})

/** Returns why a stop gets no note, or null if it gets one or has one. */
function whyNone({ stop, goods, composed }: PreparedStop, noted: LiveNote | undefined): WithoutNote | null {
  if (noted === undefined)
    return composed.problems === undefined
      ? null
      : withoutNote(stop.name, composed.problems[0] ?? 'no-goods', withoutCode(goods))
  // another stop keeps its note, and this one must not have its goods on a second one
  const isOther = noted.stop !== stop.key && String(noted.orderIds) !== String(stop.orderIds)
  return isOther ? withoutNote(stop.name, 'withdraw-first') : null
}

/** Issues a note again that was refused after its goods had left. Returns its id, or why it cannot be issued. */
async function writeAgain(
  work: Work,
  note: RefusedOnTheWay,
  shipment: ShipmentOfNotes,
  issuing: Issuing,
): Promise<number | WithoutNote> {
  const { name } = note.request.customer
  // a test counts for nothing, and these goods are on their way
  if (issuing.test) return withoutNote(name, 'only-tests')
  const { goods, composed } = await composeAgain(work.tx, note, shipment, issuing)
  if (composed.problems !== undefined) return withoutNote(name, composed.problems[0] ?? 'no-goods', withoutCode(goods))
  const stop = { key: note.stop, orderIds: note.orderIds }
  return writeNote(work, note, { stop, note: composed.note, left: note }, issuing)
}

/**
 * Issues the missing notes of a shipment in one direction, and names the stops that get none. If no stop gets one, the first reason refuses
 * the press. The shipment is locked, so of two people who press at once one issues the notes and the other finds them.
 */
export async function issueMissing(
  work: Work,
  { shipmentId, direction }: NotesToIssue,
): Promise<{ issued: number; refused: WithoutNote[] }> {
  const { tx, actor } = work
  await tx.run(sql`select from shipments where id = ${shipmentId} for update`)
  const shipment = await shipmentOfNotes(tx, actor, shipmentId)
  if (shipment.status !== 'PENDING' || (direction === 'out' && shipment.departed))
    refuse('refused', 'movement.already-left')
  const why = await whyNoAccounting(tx)
  if (why !== null) stopOn(noAccounting(why))
  const time = wallClockOf(work.now).slice(11, 16)
  const prepared = await prepareNotes({ rows: tx, today: work.today }, shipment, direction, time)
  const live = await tx.many<LiveNote>(sql`
    select stop, order_ids as "orderIds" from delivery_notes
    where shipment_id = ${shipmentId} and direction = ${direction} and status not in ('FAILED', 'WITHDRAWN')`)
  let issued = 0
  const refused: WithoutNote[] = []
  const again = new Set<RefusedOnTheWay>()
  const onTheWay = await readRefusedOnTheWay(tx, shipmentId)
  for (const one of prepared.stops) {
    const noted = noteOfStop(live, one.stop)
    const before = noted ? undefined : noteOfStop(onTheWay, one.stop)
    // a part of its goods was handed over, and would be on no note if the rest got one of its own
    if (before) again.add(before)
    const reason = before ? null : whyNone(one, noted)
    if (reason !== null) refused.push(reason)
    else if (!before && noted === undefined && one.composed.problems === undefined) {
      await writeNote(work, { shipmentId, direction }, { stop: one.stop, note: one.composed.note }, prepared)
      issued += 1
    }
  }
  for (const note of again) {
    const written = await writeAgain(work, note, shipment, prepared)
    if (typeof written === 'number') issued += 1
    else refused.push(written)
  }
  const [first] = refused
  if (issued === 0 && first !== undefined) refuse('refused', first.code, first.details)
  return { issued, refused }
}

export const issueNotesCommand = command(issueNotes, issueMissing)

/**
 * Issues a note again that was refused after its goods had left. The shipment is locked, so of two people who press at once one issues the
 * note, and the other gets its id.
 */
export const issueAgainCommand = command(issueAgain, async (work, { id }) => {
  const known = await readNote(work.tx, id)
  if (!known) return refuse('missing', 'movement.no-note')
  const { shipmentId, direction } = known
  const shipment = await shipmentOfNote(work.tx, work.actor, known)
  await lockNote(work.tx, known)
  const note = (await readRefusedOnTheWay(work.tx, shipmentId)).find((one) => one.id === id)
  if (note === undefined) {
    const later = await work.tx.maybe<{ id: number }>(sql`
      select id from delivery_notes
      where shipment_id = ${shipmentId} and direction = ${direction} and order_ids && ${[...known.orderIds]}::bigint[] and id > ${id}
        and status not in ('FAILED', 'WITHDRAWN') order by id desc limit 1`)
    return later ?? refuse('refused', 'movement.not-again')
  }
  const why = await whyNoAccounting(work.tx)
  if (why !== null) stopOn(noAccounting(why))
  const written = await writeAgain(work, note, shipment, await readIssuing(work.tx))
  return typeof written === 'number' ? { id: written } : refuse('refused', written.code, written.details)
})
