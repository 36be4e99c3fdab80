/**
 * The delivery notes of a driver's day at the simulated accounting service and tax office: what must be there at the end, computed without
 * the code of the product, and what is there.
 */
import { saveAccount } from '#features/invoicing/server/tax-office/account.ts'
import { reportEvents } from '#features/delivery-notes/server/events/report-events.ts'
import { sendNote } from '#features/delivery-notes/server/send-note.ts'
import { saveCompany, saveSetting } from '#server/company.ts'
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { DIRECTIONS, type Direction } from '#kernel/tax/delivery-note.ts'
import { sql } from '#server/db/database.ts'
import { writeEvents } from '#app/server/features.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import type { EpsilonSimulator, FailurePlan } from '#simulators/epsilon-simulator.ts'
import type { SimulatedTaxDocument } from '#simulators/mydata-documents.ts'
import { type MydataSimulator, startMydataSimulator } from '#simulators/mydata-simulator.ts'
import { openMydata } from '#server/integrations/tax-office/mydata.ts'
import { knownNote } from '#testing/tax/known-note.ts'
import { Runner } from '#server/runner.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'
import { ask, type TestCompany } from '#testing/company.ts'
import { openSimulatedEpsilon } from '#testing/tax/simulated-epsilon.ts'
import type { QueuedAction } from '#web/offline/action-queue.ts'
import type { DriverDay } from './driver-day.ts'
import { PIECE } from './driver-shipment.ts'

const VAT = '094014201'
const ACCOUNT = { userId: 'kerino', key: 'a-secret-key' }
/** So many passes bring every note and event to its final state: each failure is met once. */
const PASSES = 5

export const SERVICE_FAILURES: readonly (FailurePlan | null)[] = [
  null,
  { call: 'send', mode: 'late' },
  { call: 'send', mode: 'cut', stored: true },
  { call: 'send', mode: 'html-502' },
]

/** The services of a company whose vehicles need delivery notes. */
export class Offices {
  readonly company: TestCompany
  readonly runner: Runner
  readonly #accounting: Accounting
  readonly epsilon: EpsilonSimulator
  readonly mydata: MydataSimulator
  readonly documents: SimulatedTaxDocument[]
  #minutesLater = 0

  private constructor(
    company: TestCompany,
    opened: { simulator: EpsilonSimulator; accounting: Accounting },
    mydata: MydataSimulator,
    documents: SimulatedTaxDocument[],
  ) {
    this.company = company
    this.epsilon = opened.simulator
    this.#accounting = opened.accounting
    this.mydata = mydata
    this.documents = documents
    this.runner = new Runner({
      db: company.db,
      clock: () => new Date(Date.now() + this.#minutesLater * 60_000),
      announce: writeEvents,
      sealing: TEST_SEALING,
    })
  }

  static async open(company: TestCompany): Promise<Offices> {
    const opened = await openSimulatedEpsilon(() => offices.runner.clock())
    const documents: SimulatedTaxDocument[] = []
    const mydata = await startMydataSimulator({ ...ACCOUNT, documents: () => documents })
    const offices: Offices = new Offices(company, opened, mydata, documents)
    const { db } = company
    await saveCompany(db, { name: 'Κερίνο', vat: VAT, address: 'Ορφέως 114, 118 55 Αθήνα' })
    await saveSetting(db, 'accounting-state', { configured: true })
    await saveSetting(db, 'movement', { fromDay: '2020-01-01' })
    await saveAccount(db, TEST_SEALING, ACCOUNT, false)
    return offices
  }

  async close(): Promise<void> {
    await this.epsilon.close()
    await this.mydata.close()
  }

  /** Runs the job that sends a note. */
  async send(noteId: number): Promise<void> {
    this.epsilon.takeLate()
    this.#minutesLater += QUIET_MINUTES + 1
    const services = () => ({ accounting: this.#accounting, testAccounting: null })
    // the queue runs the job again after an error
    await sendNote(this.runner, services)({ noteId }).catch(() => {})
  }

  /** Runs the job that reports the events of a note, twice at once. */
  async report(noteId: number): Promise<void> {
    this.#minutesLater += 20
    const gate = {
      demoAccount: null,
      open: (account: typeof ACCOUNT) => openMydata({ ...account, address: this.mydata.url }),
    }
    const parts = { runner: this.runner, outside: () => ({ ...NOTHING_OUTSIDE, taxOffice: gate }) }
    await Promise.all([1, 2].map(() => reportEvents(parts, noteId).catch(() => {})))
  }
}

type Note = { readonly id: number; readonly key: string; readonly status: string; readonly mark: string | null }
type ListedNote = Note & { readonly direction: Direction; readonly qrUrl: string; readonly pieces: number }

/** The notes of one day. */
export class DayNotes {
  readonly #offices: Offices
  readonly #day: DriverDay

  private constructor(offices: Offices, day: DriverDay) {
    this.#offices = offices
    this.#day = day
  }

  /** Issues and sends the note with which the vehicle leaves. Two people press at once, and the service fails as planned. */
  static async begin(offices: Offices, day: DriverDay, failure: FailurePlan | null): Promise<DayNotes> {
    const notes = new DayNotes(offices, day)
    const { db } = offices.company
    await db.run(sql`update shipments set vehicle = 'ΥΖΑ-1234' where id = ${day.shipment}`)
    await db.run(sql`
      update customers set vat = '094019245', address = 'Αιόλου 3', postcode = '10551', city = 'Αθήνα' where id = ${day.customer}`)
    await notes.#issue('out', failure)
    return notes
  }

  /** Returns the press "Departure" as the phone queues it. */
  departure(): QueuedAction {
    const { shipment } = this.#day
    return {
      key: `departure-${shipment}`,
      command: 'shipping.depart',
      input: { id: shipment, withoutMissing: true },
      subject: `shipments:${shipment}`,
      name: '',
      at: '2026-11-20T07:00:00.000Z',
    }
  }

  #press(who: 'driver' | 'user', command: string, body: object) {
    const { company } = this.#offices
    return ask(company, 'POST', `/app/${command}`, { token: company.tokens[who], body })
  }

  async #issue(direction: Direction, failure: FailurePlan | null): Promise<void> {
    const { epsilon } = this.#offices
    const body = { shipmentId: this.#day.shipment, direction }
    await Promise.all((['driver', 'user'] as const).map((who) => this.#press(who, 'movement.issue', body)))
    if (failure) epsilon.fail(failure)
    for (let pass = 0; pass < PASSES; pass++)
      for (const note of await this.#stored())
        if (note.direction === direction && note.status !== 'ACKNOWLEDGED') await this.#offices.send(note.id)
  }

  /** Issues the note of what comes back, finishes the shipment, and reports the events while the connection to the tax office fails. */
  async end(failure: FailurePlan | null): Promise<void> {
    const { documents, mydata } = this.#offices
    await this.#issue('back', failure)
    const finish = { id: this.#day.shipment }
    await Promise.all([
      this.#press('driver', 'shipping.finish-shipment', finish),
      this.#press('user', 'shipping.finish-shipment', finish),
    ])
    for (const note of await this.#stored()) {
      documents.push(knownNote({ mark: note.mark ?? '', qrUrl: note.qrUrl, number: note.id, issuerVat: VAT }))
      mydata.fail('cut')
      for (let pass = 0; pass < PASSES; pass++) await this.#offices.report(note.id)
    }
  }

  /** Returns all notes of the shipment, also ones that failed. */
  #stored = (): Promise<ListedNote[]> =>
    this.#offices.company.db.many<ListedNote>(sql`
      select id, key, status, mark, qr_url as "qrUrl", direction, (
        select sum((l ->> 'quantity')::bigint)::bigint / ${PIECE} from jsonb_array_elements(request -> 'lines') l) as pieces
      from delivery_notes where shipment_id = ${this.#day.shipment} order by id`)

  /** Returns the stored notes with their events at the tax office, and the expected ones. */
  async compare(): Promise<{ found: object; expected: object }> {
    const { epsilon, mydata } = this.#offices
    const notes = await this.#stored()
    const found = notes.map(({ key, direction, status, mark, pieces }) => ({
      direction,
      status,
      copies: epsilon.documents().filter((one) => one.key === key).length,
      pieces,
      events: mydata
        .events()
        .filter(({ noteMark }) => noteMark === mark)
        .map(({ type, outcome }) => outcome ?? type),
    }))
    const expected = DIRECTIONS.flatMap((direction) => {
      const pieces = direction === 'out' ? this.#left() : this.#cameBack()
      if (pieces === 0) return []
      const events = direction === 'out' ? this.#eventsOut() : this.#eventsBack()
      return [{ direction, status: 'ACKNOWLEDGED', copies: 1, pieces, events }]
    })
    return { found, expected }
  }

  get #isFinished(): boolean {
    return this.#day.orders.every(({ outcome }) => outcome !== null)
  }

  /** Returns the pieces that left. With each piece of the first line a glass is lent. */
  #left(): number {
    return this.#day.orders.reduce((sum, { lines }) => sum + allOf(lines), 0)
  }

  /** Returns the pieces on the way back: what was taken back, whole orders, and the rests of orders that were delivered in part. */
  #cameBack(): number {
    return this.#day.orders.reduce((sum, { lines, left, outcome }) => {
      if (outcome === 'RETURNED') return sum + allOf(lines)
      return left === null ? sum : sum + allOf(lines) - allOf(left)
    }, this.#day.takenBack)
  }

  #eventsOut(): string[] {
    const { orders } = this.#day
    if (!this.#isFinished) return ['RegisterTransfer']
    const delivered = orders.filter(({ outcome }) => outcome === 'SHIPPED')
    const isFull = delivered.length === orders.length && delivered.every(({ left }) => left === null)
    if (isFull) return ['RegisterTransfer', 'FULL']
    return ['RegisterTransfer', delivered.length === 0 ? 'NONE' : 'PARTIAL', 'ConfirmReturn']
  }

  #eventsBack(): string[] {
    return this.#isFinished ? ['RegisterTransfer', 'FULL'] : ['RegisterTransfer']
  }
}

/** Returns all pieces of an order, with the glasses that are lent with its first line. */
const allOf = (lines: readonly number[]): number => lines.reduce((sum, pieces) => sum + pieces, lines[0] ?? 0)
