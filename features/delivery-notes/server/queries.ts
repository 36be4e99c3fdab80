/** Reads the delivery notes of a shipment. */
import { missingAddress } from '#kernel/tax/customer-address.ts'
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { invoicingRights } from '#features/invoicing/domain/rights.ts'
import { messageFor } from '#features/orders/domain/order.ts'
import { download } from '#server/bytes.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { noteXml } from '#server/integrations/accounting/note-xml.ts'
import type { Direction } from '#kernel/tax/delivery-note.ts'
import { isTaxOfficeKnown } from '#features/invoicing/server/tax-office/account.ts'
import { listsGoods } from '../domain/back-goods.ts'
import * as contract from '../domain/contract.ts'
import type { CodedGoods } from '../domain/compose-note.ts'
import { isLive } from '../domain/note.ts'
import { type EventRow, readEvents } from './events/stored-events.ts'
import { composeAgain, readRefusedOnTheWay } from './refused-on-the-way.ts'
import {
  ANY_TIME,
  type PreparedStop,
  prepareNotes,
  readIssuing,
  readStop,
  seenOrders,
  type ShipmentOfNotes,
  shipmentOfNotes,
} from './prepare-notes.ts'
import { NOTE_COLUMNS, noteOfStop, numberText, readNote, type StoredNote } from './stored-note.ts'

type Shown = NonNullable<contract.NotedStopView['note']>

/** What a person sees beside the notes: their events, and whether they may read the answers of the service. */
type Beside = {
  readonly events: readonly EventRow[]
  readonly maySeeAnswers: boolean
  /** The notes that may be issued again, by their id. */
  readonly again: ReadonlyMap<number, Again>
}

const shown = (note: StoredNote, { events, maySeeAnswers }: Beside): Shown => ({
  id: note.id,
  orderIds: [...note.orderIds],
  number: numberText(note),
  status: note.status,
  mark: note.mark,
  qrUrl: note.qrUrl === '' ? null : note.qrUrl,
  failure: note.failure,
  test: note.test,
  errorCode: note.errorCode,
  errorMessage: messageFor(note, maySeeAnswers),
  events: events
    .filter(({ noteId }) => noteId === note.id)
    .map(({ id, kind, status, outcome, at, dueAt, mark, errorCode }) => ({
      id,
      kind,
      status,
      outcome,
      at,
      dueAt,
      mark,
      errorCode,
    })),
})

type NoteOfStop = StoredNote & { readonly stop: string }

/** What a stop shows of a note that was refused after its goods had left, beside the note. */
type Again = Pick<contract.NotedStopView, 'again' | 'problems' | 'goodsWithoutCode' | 'customerId' | 'lacks'>

/** Returns what leads a person to the page of the customer, where a problem of a note is corrected. */
function linkTo(customer: PreparedStop['customer']): Pick<contract.NotedStopView, 'customerId' | 'lacks'> {
  const lacks = missingAddress(customer)
  return { customerId: customer.id, ...(lacks === null ? {} : { lacks }) }
}

/** Returns the goods whose code is missing or not valid. */
const codeless = (goods: readonly CodedGoods[]) =>
  goods.flatMap(({ productId, name, codeProblem }) =>
    codeProblem === null ? [] : [{ id: productId, name, problem: codeProblem }],
  )

/** Returns a stop with its live note, or the newest refused one. `differs` decides whether a live note must be withdrawn. */
function stopView(
  { stop, customer, goods, composed }: PreparedStop,
  note: NoteOfStop | undefined,
  differs: (note: NoteOfStop) => boolean,
  beside: Beside,
): contract.NotedStopView {
  return {
    name: stop.name,
    ...linkTo(customer),
    orderIds: [...stop.orderIds],
    problems: composed.problems === undefined ? [] : [...composed.problems],
    goodsWithoutCode: note && isLive(note.status) ? [] : codeless(goods),
    note: note ? shown(note, beside) : null,
    differs: note !== undefined && isLive(note.status) && differs(note),
    ...(note && beside.again.get(note.id)),
  }
}

/** Returns a note of goods that came back, of a stop from which nothing comes back any more. While the vehicle is out, it differs. */
const withoutGoods = (note: NoteOfStop, isOut: boolean, beside: Beside): contract.NotedStopView => ({
  name: note.request.customer.name,
  orderIds: [...note.orderIds],
  problems: [],
  note: shown(note, beside),
  differs: isOut && isLive(note.status),
  ...beside.again.get(note.id),
})

/** Returns a note whose orders are all closed. It differs if they all went back to planning before the vehicle left. */
const ofClosed = (note: NoteOfStop, beside: Beside, differs: boolean): contract.NotedStopView => ({
  name: [note.request.customer.name, note.request.destination.city].filter(Boolean).join(', '),
  orderIds: [...note.orderIds],
  problems: [],
  note: shown(note, beside),
  closed: true,
  differs,
  ...beside.again.get(note.id),
})

/** Returns what the notes show that were refused after their goods had left: what forbids them now, if anything. */
async function readAgain(rows: Rows, shipment: ShipmentOfNotes): Promise<Map<number, Again>> {
  const found = new Map<number, Again>()
  const refused = await readRefusedOnTheWay(rows, shipment.id)
  if (refused.length === 0) return found
  const issuing = await readIssuing(rows)
  for (const note of refused) {
    const { goods, composed } = await composeAgain(rows, note, shipment, issuing)
    const { problems = [] } = composed
    const { customer } = await readStop(rows, note.orderIds)
    found.set(note.id, {
      again: true,
      problems: [...problems],
      goodsWithoutCode: codeless(goods),
      ...linkTo(customer),
    })
  }
  return found
}

/** Returns the orders whose goods moved without a note, on the way out and back, until the office has settled them. `isSeen` omits some. */
async function readWithout(
  rows: Rows,
  shipmentId: number,
  isSeen: (orderIds: readonly number[]) => boolean,
): Promise<{ without: number[]; withoutReturn: number[] }> {
  const marked = await rows.many<{ id: number; out: boolean; back: boolean }>(sql`
    select order_id as id, note_missing as out, return_note_missing as back from shipment_orders
    where shipment_id = ${shipmentId} and (note_missing or return_note_missing) order by order_id`)
  const missing = marked.filter(({ id }) => isSeen([id]))
  return {
    without: missing.filter(({ out }) => out).map(({ id }) => id),
    withoutReturn: missing.filter(({ back }) => back).map(({ id }) => id),
  }
}

/** Returns the orders of a shipment that went back to planning. */
async function readReplanned(rows: Rows, shipmentId: number): Promise<number[]> {
  const found = await rows.many<{ id: number }>(sql`
    select order_id as id from shipment_orders where shipment_id = ${shipmentId} and outcome = 'INVOICED'`)
  return found.map(({ id }) => id)
}

export const notesOfShipmentQuery = query(contract.notesOfShipment, async ({ rows, today, actor }, { shipmentId }) => {
  const shipment = await shipmentOfNotes(rows, actor, shipmentId)
  const out = await prepareNotes({ rows, today }, shipment, 'out', ANY_TIME)
  const notes = await rows.many<NoteOfStop>(sql`
    select distinct on (d.stop, d.direction) d.stop, ${NOTE_COLUMNS} from delivery_notes d
    where d.shipment_id = ${shipmentId} and d.status <> 'WITHDRAWN'
    order by d.stop, d.direction, (d.status <> 'FAILED') desc, d.id desc`)
  const { needed, settings } = out
  notes.sort((a, b) => a.id - b.id)
  const isSeen = await seenOrders(rows, actor, shipmentId)
  const { without, withoutReturn } = await readWithout(rows, shipmentId, isSeen)
  // a company without the duty and without notes sees nothing of them
  if (settings.fromDay === '' && notes.length === 0)
    return { needed, stops: [], reported: true, back: [], without, withoutReturn }
  const replanned = await readReplanned(rows, shipmentId)
  const mayDiffer = !shipment.departed && shipment.status === 'PENDING'
  const isReplanned = ({ orderIds }: NoteOfStop) => mayDiffer && orderIds.every((id) => replanned.includes(id))
  const events = await readEvents(
    rows,
    notes.map(({ id }) => id),
  )
  const again = await readAgain(rows, shipment)
  const beside = { events, maySeeAnswers: may(actor, invoicingRights.answers), again }
  const isShown = ({ id, status, orderIds }: NoteOfStop) => isSeen(orderIds) && (isLive(status) || again.has(id))
  const noteOf = ({ stop }: PreparedStop, direction: Direction) => {
    const own = notes.filter((note) => note.direction === direction)
    return (
      noteOfStop(
        own.filter(({ status }) => isLive(status)),
        stop,
      ) ?? own.find((note) => note.stop === stop.key)
    )
  }
  const closed = notes.filter(
    (note) => note.direction === 'out' && isShown(note) && !out.stops.some((one) => noteOf(one, 'out') === note),
  )
  // what came back is final when the shipment is finished
  const isOut = shipment.status === 'PENDING'
  const cameBack = isOut ? (await prepareNotes({ rows, today }, shipment, 'back', ANY_TIME)).stops : []
  const back = cameBack.filter(({ stop }) => isSeen(stop.orderIds))
  const others = notes.filter(
    (note) => note.direction === 'back' && isShown(note) && !back.some((one) => noteOf(one, 'back') === note),
  )
  return {
    needed,
    codesFromDay: settings.codesFromDay,
    reported: await isTaxOfficeKnown(rows),
    stops: [
      ...out.stops.map((one) =>
        stopView(
          one,
          noteOf(one, 'out'),
          (note) => mayDiffer && String(note.orderIds) !== String(one.stop.orderIds),
          beside,
        ),
      ),
      ...closed.map((note) => ofClosed(note, beside, isReplanned(note))),
    ],
    back: [
      ...back.map((one) =>
        stopView(one, noteOf(one, 'back'), (note) => !listsGoods(note.request.lines, one.goods), beside),
      ),
      ...others.map((note) => withoutGoods(note, isOut, beside)),
    ],
    without,
    withoutReturn,
  }
})

export const noteXmlDownload = download(contract.noteXmlFile, async ({ rows }, { id }) => {
  const note = await readNote(rows, id)
  if (!note) return refuse('missing', 'movement.no-note')
  const content = Buffer.from(noteXml(note.request), 'utf8')
  return { name: `${note.series}-${note.number}.xml`, mediaType: 'application/xml', content }
})
