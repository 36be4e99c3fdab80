/** Provides a valid input for each command and query of delivery notes, for tests that call all of them. */
import type { DocumentStatus } from '#features/invoicing/domain/document.ts'
import { BY_FILE } from '#features/invoicing/domain/ways.ts'
import { storeState } from '#features/invoicing/server/sent-tables.ts'
import { insertNote, storeIssuedNote } from '#features/invoicing/server/write-notes.ts'
import { saveCompany } from '#server/company.ts'
import { MOVEMENT_FORM } from '#features/shipping/domain/stops/note-duty.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { KeyedNote } from '#server/integrations/accounting/accounting.ts'
import { readSettings } from '#server/settings.ts'
import type { SampleCompany } from '#server/samples/sample-company.ts'
import { fixed, type HistorySample, type Samples } from '#server/samples/sample-parts.ts'
import { ACCOUNTING_OUTCOMES } from '#server/samples/accounting-outcomes.ts'
import { NOTE_TYPE } from '#kernel/tax/delivery-note.ts'

const refusedByTaxOffice =
  '<ResponseDoc><response><statusCode>ValidationError</statusCode><errors><error><message>x</message><code>204</code></error></errors></response></ResponseDoc>'

let marks = 1

/** Plans an order in a shipment that may have notes. Returns the shipment. */
async function shipmentToNote({ db, stock, run, order, userIds }: SampleCompany): Promise<number> {
  const { customer: id } = stock
  await saveCompany(db, { name: 'Κερίνο', vat: '094014201', address: 'Ορφέως 114, 11855 Αθήνα' })
  const { version } = await db.one<{ version: number }>(sql`select version from customers where id = ${id}`)
  const changes = { vat: '094019245', address: 'Αιόλου 3', postcode: '10551', city: 'Αθήνα' }
  await run('customers.change-customer', { id, version, changes })
  const orderIds = [await order('INVOICED')]
  const of = { driverType: 'Driver', driverUserId: userIds.driver, driver: 'Ονομα driver', vehicle: 'ΥΖΑ-1234' }
  return ((await run('shipping.plan-shipment', { orderIds, ...of })) as { id: number }).id
}

const NOWHERE = { street: '', streetNumber: '', postcode: '10551', city: 'Αθήνα' }
const REGISTERED = { taxOffice: '', profession: '', gemi: '', email: '', phone: '' }
const PARTY = { name: 'Κερίνο', vat: '094014201', country: 'GR', branch: 0, ...REGISTERED, ...NOWHERE }

type NoteOfSample = {
  readonly errorCode?: string
  readonly lines?: KeyedNote['lines']
  /** True if a person let its vehicle leave without a MARK. */
  readonly withoutMark?: true
}

/** Writes a note of a new shipment in a state. Returns its id. */
async function noteIn(
  company: SampleCompany,
  status: DocumentStatus,
  { errorCode, lines = [], withoutMark }: NoteOfSample = {},
): Promise<number> {
  const shipmentId = await shipmentToNote(company)
  const number = marks++
  const numbered = { series: 'ΔΟΚ', year: 2026, branch: 0, number }
  const request: KeyedNote = {
    kind: 'delivery-note',
    type: NOTE_TYPE,
    key: `note-${number}`,
    series: numbered.series,
    number,
    day: '2026-11-20',
    time: '08:00',
    issuer: PARTY,
    customer: PARTY,
    start: NOWHERE,
    destination: NOWHERE,
    vehicle: 'ΥΖΑ-1234',
    driver: '',
    purpose: 1,
    lines,
    transmissionFailure: null,
    total: 0,
  }
  return company.runner.work(SYSTEM, 'movement.issue-notes', async (work) => {
    const { orderIds } = await work.tx.one<{ orderIds: number[] }>(
      sql`select array_agg(order_id) as "orderIds" from shipment_orders where shipment_id = ${shipmentId}`,
    )
    const left = withoutMark && { failureAt: work.now, leftAt: null }
    const id = await insertNote(work, {
      shipmentId,
      stop: 'στάση',
      direction: 'out',
      orderIds,
      request,
      numbered,
      test: false,
      left,
    })
    if (status === 'ACKNOWLEDGED')
      await storeIssuedNote(work.tx, id, {
        mark: String(400_009_700_000_000 + number),
        uid: '',
        authenticationCode: '',
        qrUrl: '',
      })
    else await storeState(work.tx, 'delivery_notes', id, { status, code: errorCode ?? null, message: null })
    return id
  })
}

/** Writes a note that was refused after its vehicle had left without a MARK. Returns its id. */
async function refusedOnTheWay(company: SampleCompany): Promise<number> {
  const line = { code: '1', name: 'Κερί', unit: 'Item', quantity: 1_0000, measurement: 1, measuredPlaces: 0 }
  const lines = [{ ...line, purpose: 1 }] as const
  const id = await noteIn(company, 'FAILED', { errorCode: '204', lines, withoutMark: true })
  const { shipmentId } = await company.db.one<{ shipmentId: number }>(
    sql`select shipment_id as "shipmentId" from delivery_notes where id = ${id}`,
  )
  await company.run('shipping.depart', { id: shipmentId, withoutMissing: true })
  return id
}

/** Writes an event of a new note that waits for a person. Returns its id. */
async function wrongEvent(company: SampleCompany): Promise<number> {
  const noteId = await noteIn(company, 'ACKNOWLEDGED')
  const { id } = await company.db.one<{ id: number }>(sql`
    insert into movement_events (note_id, kind, status, happened_at, due_at, error_code)
    values (${noteId}, 'transfer', 'FAILED', now(), now(), '800') returning id`)
  return id
}

export const samples: Samples = (company) => ({
  'movement.notes': async () => ({ shipmentId: await shipmentToNote(company) }),
  'movement.issue': async () => ({ shipmentId: await shipmentToNote(company) }),
  'movement.issue-again': async () => ({ id: await refusedOnTheWay(company) }),
  'movement.ask-again': async () => ({ id: await noteIn(company, 'CONFLICT') }),
  'movement.leave-without-mark': async () => ({
    id: await noteIn(company, 'WAITING', { errorCode: 'unreachable' }),
    reason: 'λόγος',
  }),
  'movement.settle': async () => ({ id: await noteIn(company, 'UNKNOWN'), mark: null, reason: 'λόγος' }),
  'movement.import-answer': async () => ({
    id: await noteIn(company, 'UNKNOWN', { errorCode: BY_FILE }),
    answer: refusedByTaxOffice,
  }),
  'movement.withdraw': async () => ({ id: await noteIn(company, 'ACKNOWLEDGED'), reason: 'λόγος' }),
  'movement.repeat-event': async () => ({ id: await wrongEvent(company) }),
  'movement.settle-event': async () => ({ id: await wrongEvent(company), reason: 'λόγος' }),
  'movement.note': async () => ({ id: await noteIn(company, 'ACKNOWLEDGED') }),
  'movement.note.pdf': async () => ({ id: await noteIn(company, 'ACKNOWLEDGED') }),
  'settings.movement': fixed(),
  'settings.save-movement': async () => {
    const { failureCode } = await readSettings(company.db, MOVEMENT_FORM)
    return { values: { failureCode: failureCode === 3 ? 2 : 3 }, shown: { failureCode } }
  },
})

export const historySample: HistorySample = {
  free: { shipments: ['deliveryNote', 'noteState', 'movementEvent', 'returnNote'] },
  byJobs: [...ACCOUNTING_OUTCOMES, 'gave-up', 'event-accepted', 'event-refused'].map(
    (outcome) => `movement.${outcome}`,
  ),
}
