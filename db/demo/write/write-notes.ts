/**
 * Writes the delivery notes of the demo company: of the vehicles of the last weeks, with what the tax office was told of their way, and of
 * one that is about to leave. They were never sent.
 */
import { composeNote, type CodedGoods, type UnnumberedNote } from '#features/delivery-notes/domain/compose-note.ts'
import { wantedBackEvents, wantedEvents } from '#features/delivery-notes/domain/events/events.ts'
import { noteSeries } from '#features/delivery-notes/domain/note-series.ts'
import { readCompany } from '#server/company.ts'
import { MOVEMENT_FORM, type MovementSettings, notedStops } from '#features/shipping/domain/stops/note-duty.ts'
import { quantity } from '#kernel/money.ts'
import type { Direction } from '#kernel/tax/delivery-note.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import type { DemoCompany } from '../build.ts'
import { at, type Calendar, dayOffset, type Time } from '../calendar.ts'
import type { DemoOrder } from '../orders.ts'
import type { DemoShipment, Stop } from '../story.ts'
import { insertRows, reserveIds } from './insert-rows.ts'

/** Vehicles that came back at most so many days ago have notes. */
const DAYS = 30
/** The MARKs are above those of the invoices and credit notes, and below those of the simulated services. */
const FIRST_MARK = 400_000_000_700_000
const FIRST_EVENT_MARK = 400_000_000_800_000
/** The driver whose vehicle is about to leave, and the states of its notes by stop. Its other stops have none yet. */
const LEAVING = 'driver@kerino.demo'
const STATES = ['ACKNOWLEDGED', 'ACKNOWLEDGED', 'FAILED', 'UNKNOWN'] as const
/** Why one note was refused: the tax office says that the customer's VAT number is not active. */
const REFUSED = { error_code: '102', error_message: 'VAT number of counterpart is not active' }

type Note = {
  readonly shipment: DemoShipment
  readonly direction: Direction
  readonly stop: string
  readonly stops: readonly Stop[]
  readonly note: UnnumberedNote
  readonly status: (typeof STATES)[number]
  readonly written: Time
}

const leftAt = ({ finished }: DemoShipment): Time => at(finished === null ? 0 : dayOffset(finished), 8, 15)

/** Returns what orders sell and lend, one row for each product. What comes back is not lent again. */
function goodsOf(orders: readonly DemoOrder[], direction: Direction): CodedGoods[] {
  const found = new Map<string, CodedGoods>()
  const add = (
    lent: boolean,
    { product, quantity: pieces }: DemoOrder['lines'][number] | DemoOrder['loans'][number],
  ) => {
    const key = `${lent} ${product.key}`
    const all = (found.get(key)?.quantity ?? 0) + pieces
    const { name, unit, cnCode } = product
    found.set(key, {
      productId: null,
      code: product.key,
      name,
      unit,
      quantity: all,
      lent,
      cnCode,
      codeProblem: null,
    })
  }
  for (const { lines, loans } of orders) {
    for (const line of lines) add(false, line)
    for (const loan of loans) add(direction === 'out', loan)
  }
  return [...found.values()].toSorted((a, b) => Number(a.lent) - Number(b.lent) || (a.name < b.name ? -1 : 1))
}

type Given = {
  readonly calendar: Calendar
  readonly issuer: Awaited<ReturnType<typeof readCompany>>
  readonly settings: MovementSettings
}

/** Returns the notes of a shipment in one direction. A vehicle that was not driven yet has some of them only. */
function notesOf({ calendar, issuer, settings }: Given, shipment: DemoShipment, direction: Direction): Note[] {
  const moved = shipment.stops.filter(({ outcome }) => direction === 'out' || outcome === 'RETURNED')
  const orders = moved.map(({ order }) => ({
    ...order.delivery,
    id: order.id,
    customerId: order.customer.id,
    name: order.customer.name,
    customer: { ...order.customer, taxKind: '' as const },
    invoiceMode: order.invoice?.mode ?? null,
    goods: goodsOf([order], direction).length > 0,
  }))
  return notedStops(orders, shipment.type, settings).flatMap(({ key, orderIds }, index): Note[] => {
    const stops = moved.filter(({ order }) => orderIds.includes(order.id))
    const [first] = stops
    const status = shipment.finished === null ? STATES[index] : 'ACKNOWLEDGED'
    if (!first || !status) return []
    const leaves = direction === 'out' ? leftAt(shipment) : Math.max(...stops.map(({ time }) => time ?? 0)) + 180
    const { customer, delivery } = first.order
    const composed = composeNote({
      direction,
      reversePurpose: settings.reversePurpose,
      codesFromDay: settings.codesFromDay,
      day: calendar.day(dayOffset(leaves)),
      time: calendar.wallClock(leaves).slice(11, 16),
      issuer,
      branch: 0,
      customer: { ...customer, taxKind: '', taxOffice: customer.tax_office },
      stop: delivery,
      vehicle: shipment.vehicle,
      driver: shipment.driverName,
      goods: goodsOf(
        stops.map(({ order }) => order),
        direction,
      ),
    })
    // a note of goods that leave is written when the shipment is planned
    const written = direction === 'out' ? shipment.planned + 600 + index : leaves
    if (composed.problems !== undefined) return []
    return [{ shipment, direction, stop: key, stops, note: composed.note, status, written }]
  })
}

/** Returns what the tax office was told of the way of a note. */
function eventsOf(calendar: Calendar, { shipment, direction, stops, written }: Note) {
  const finishedAt = shipment.finished === null ? null : calendar.moment(shipment.finished)
  if (finishedAt === null) return []
  if (direction === 'back') return wantedBackEvents({ issuedAt: calendar.moment(written), finishedAt })
  const deliveries = stops.map(({ outcome, time, order }) => ({
    outcome,
    closedAt: time === null ? null : calendar.moment(time),
    parcels: 0,
    delivered: order.totals.quantity,
    rest: quantity(0),
  }))
  return wantedEvents({ departedAt: calendar.moment(leftAt(shipment)), finishedAt, deliveries })
}

/** Writes the notes with their numbers and events. */
export async function writeNotes(tx: Rows, { shipments, calendar }: DemoCompany): Promise<void> {
  const given = { calendar, issuer: await readCompany(tx), settings: await readSettings(tx, MOVEMENT_FORM) }
  const noted = shipments.filter(({ driver, finished }) =>
    finished === null ? driver === LEAVING : driver !== null && dayOffset(finished) >= -DAYS,
  )
  const notes = noted.flatMap((shipment) => [...notesOf(given, shipment, 'out'), ...notesOf(given, shipment, 'back')])
  const ids = await reserveIds(tx, `nextval(pg_get_serial_sequence('delivery_notes', 'id'))`, notes.length)
  const last = new Map<number, number>()
  const numbered = notes.map((one, index) => {
    const { series, year } = noteSeries({ day: one.note.day, branch: 0, test: false }, given.settings)
    const number = (last.get(year) ?? 0) + 1
    last.set(year, number)
    return { ...one, id: ids[index] as number, series, year, number, mark: String(FIRST_MARK + index) }
  })
  await insertNotes(tx, numbered, calendar)
  const events = numbered.flatMap((one) => eventsOf(calendar, one).map((event) => ({ ...event, noteId: one.id })))
  await insertRows(
    tx,
    'movement_events',
    {
      note_id: 'bigint',
      kind: 'text',
      status: 'text',
      outcome: 'text',
      packages: 'int',
      happened_at: 'timestamptz',
      due_at: 'timestamptz',
      attempts: 'int',
      mark: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    events.map(({ noteId, kind, outcome, packages, at: happened, dueAt }, index) => ({
      note_id: noteId,
      kind,
      status: 'DONE',
      outcome,
      packages,
      happened_at: happened,
      due_at: dueAt,
      attempts: 1,
      mark: String(FIRST_EVENT_MARK + index),
      created_at: happened,
      updated_at: dueAt,
    })),
  )
  const departures = noted.flatMap((shipment) =>
    shipment.finished === null ? [] : [{ id: shipment.id, left_at: calendar.moment(leftAt(shipment)) }],
  )
  await tx.run(sql`
    update shipments s set departed_at = l.left_at
    from jsonb_to_recordset(${JSON.stringify(departures)}::jsonb) as l(id bigint, left_at timestamptz) where s.id = l.id`)
}

type Numbered = Note & {
  readonly id: number
  readonly series: string
  readonly year: number
  readonly number: number
  readonly mark: string
}

/** Writes the notes, and the numbers that they have. */
async function insertNotes(tx: Rows, notes: readonly Numbered[], calendar: Calendar): Promise<void> {
  await insertRows(
    tx,
    'delivery_notes',
    {
      id: 'bigint',
      shipment_id: 'bigint',
      stop: 'text',
      direction: 'text',
      order_ids: 'bigint[]',
      key: 'text',
      status: 'text',
      request: 'jsonb',
      series: 'text',
      series_year: 'int',
      branch: 'int',
      number: 'bigint',
      attempts: 'int',
      unclear_since: 'timestamptz',
      mark: 'text',
      test: 'boolean',
      error_code: 'text',
      error_message: 'text',
      issued_by: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    notes.map(({ id, shipment, stop, direction, stops, note, status, written, series, year, number, mark }) => {
      const key = `kerino-demo-note-${id}`
      const sent = calendar.moment(written)
      return {
        id,
        shipment_id: shipment.id,
        stop,
        direction,
        order_ids: stops.map(({ order }) => order.id).toSorted((a, b) => a - b),
        key,
        status,
        request: { ...note, key, series, number },
        series,
        series_year: year,
        branch: 0,
        number,
        attempts: 1,
        unclear_since: status === 'UNKNOWN' ? sent : null,
        mark: status === 'ACKNOWLEDGED' ? mark : null,
        test: false,
        ...(status === 'FAILED'
          ? REFUSED
          : { error_code: status === 'UNKNOWN' ? 'time-out' : null, error_message: null }),
        issued_by: shipment.driverName,
        created_at: sent,
        updated_at: sent,
      }
    }),
  )
  await tx.run(sql`
    update delivery_notes set uid = upper(left(md5(mark) || md5('uid' || mark), 40)),
      authentication_code = upper(left(md5('code' || mark) || md5(mark), 40)),
      qr_url = 'https://epsilondigital.example/DocViewer/' || md5('qr' || mark)
    where mark is not null`)
  await tx.run(sql`
    insert into document_numbers (series, year, branch, number, order_id, kind, taken_at, issued)
    select series, series_year, branch, number, order_ids[1], case direction when 'out' then 'delivery-note' else 'return-note' end,
      created_at, mark is not null
    from delivery_notes`)
  await tx.run(sql`
    insert into document_series (series, year, branch, first_number, last_number)
    select series, series_year, branch, min(number), max(number) from delivery_notes group by series, series_year, branch`)
}
