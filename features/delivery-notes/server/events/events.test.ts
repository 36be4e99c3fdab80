/** Tests that the tax office is told of each note what people pressed: once, in order, whatever fails, and not what was undone in time. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveAccount } from '#features/invoicing/server/tax-office/account.ts'
import { saveCompany } from '#server/company.ts'
import { sql } from '#server/db/database.ts'
import { writeEvents } from '#app/server/features.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import type { SimulatedTaxDocument } from '#simulators/mydata-documents.ts'
import { type MydataSimulator, startMydataSimulator } from '#simulators/mydata-simulator.ts'
import { openMydata } from '#server/integrations/tax-office/mydata.ts'
import { knownNote } from '#testing/tax/known-note.ts'
import { Runner } from '#server/runner.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'
import { openTestCompany, shipmentOf, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { ShipmentNotes } from '../../domain/contract.ts'
import { lookAtEvents, reportEvents } from './report-events.ts'
import { unknownEvents } from '../after-restore.ts'

const ACCOUNT = { userId: 'kerino', key: 'a-secret-key' }
const VAT = '094014201'

let company: TestCompany
let simulator: MydataSimulator
let runner: Runner
let minutesLater = 0
const documents: SimulatedTaxDocument[] = []
beforeAll(async () => {
  company = await openTestCompany()
  simulator = await startMydataSimulator({ ...ACCOUNT, documents: () => documents })
  runner = new Runner({
    db: company.db,
    clock: () => new Date(Date.now() + minutesLater * 60_000),
    announce: writeEvents,
    sealing: TEST_SEALING,
  })
  await saveCompany(company.db, { name: 'Κερίνο', vat: VAT, address: 'Ορφέως 114, 118 55 Αθήνα' })
})
afterAll(async () => {
  await simulator?.close()
  await company?.close()
})
beforeEach(async () => {
  minutesLater = 0
  await saveAccount(company.db, TEST_SEALING, ACCOUNT, false)
})

const { does } = peopleOf(() => company)
const gate = {
  demoAccount: null,
  open: (account: typeof ACCOUNT) => openMydata({ ...account, address: simulator.url }),
}
const parts = {
  get runner() {
    return runner
  },
  outside: () => ({ ...NOTHING_OUTSIDE, taxOffice: gate }),
}

/** Creates an order on its way, with an issued note. */
async function noted(): Promise<{ orderId: number; shipmentId: number; noteId: number; mark: string }> {
  const orderId = await company.order('ON SHIPPING')
  const shipmentId = await shipmentOf(company, orderId)
  const mark = String(400_003_000_000_000 + orderId)
  const qrUrl = `https://mydata.example/qr/${orderId}`
  const party = {
    name: 'Πελάτης',
    vat: VAT,
    country: 'GR',
    branch: 0,
    street: '',
    streetNumber: '',
    postcode: '10551',
    city: 'Αθήνα',
  }
  const request = {
    kind: 'delivery-note',
    issuer: party,
    customer: party,
    destination: party,
    vehicle: 'ΥΖΑ-1234',
    lines: [],
  }
  const { id: noteId } = await company.db.one<{ id: number }>(sql`
    insert into delivery_notes (shipment_id, stop, order_ids, key, status, mark, qr_url, request, series, series_year, branch, number, issued_by)
    values (${shipmentId}, 'στάση', ${[orderId]}::bigint[], ${`events-${orderId}`}, 'ACKNOWLEDGED', ${mark}, ${qrUrl},
      ${JSON.stringify(request)}::jsonb, 'ΔΑ', 2026, 0, ${orderId}, 'Δοκιμή') returning id`)
  documents.push(knownNote({ mark, qrUrl, number: orderId, issuerVat: VAT }))
  return { orderId, shipmentId, noteId, mark }
}
const depart = (id: number) => does('driver', 'shipping.depart', { id, withoutMissing: true })
const close = (orderId: number, action: 'deliver' | 'return' = 'deliver', doneAt = new Date().toISOString()) =>
  does('driver', 'shipping.close-delivery', {
    orderId,
    action,
    doneAt,
    ...(action === 'return' ? { reasonCode: 'refused' } : {}),
  })
const report = (noteId: number) => reportEvents(parts, noteId).catch(() => {})
const taken = (mark: string) => simulator.events().filter(({ noteMark }) => noteMark === mark)
const stored = (noteId: number) =>
  company.db.many<{ kind: string; status: string; code: string | null }>(sql`
    select kind, status, error_code as code from movement_events where note_id = ${noteId} order by id`)

test('departure, refusal at the door and the end of the shipment are reported once and in order, by several processes', async () => {
  const { orderId, shipmentId, noteId, mark } = await noted()
  await depart(shipmentId)
  await close(orderId, 'return')
  await does('driver', 'shipping.finish-shipment', { id: shipmentId })
  minutesLater = 20
  await Promise.all([report(noteId), report(noteId), report(noteId)])
  for (let round = 0; round < 4; round++) {
    minutesLater += 2
    await report(noteId)
  }
  expect(taken(mark).map(({ type, outcome }) => outcome ?? type)).toEqual(['RegisterTransfer', 'NONE', 'ConfirmReturn'])
  expect(taken(mark)[0]).toMatchObject({ vehicle: 'ΥΖΑ-1234', carrierVat: VAT })
  expect((await stored(noteId)).map(({ status }) => status)).toEqual(['DONE', 'DONE', 'DONE'])
  const { stops } = await does<ShipmentNotes>('user', 'movement.notes', { shipmentId })
  expect(stops).toMatchObject([
    { closed: true, note: { events: [{ kind: 'transfer', mark: expect.any(String) }, {}, {}] } },
  ])
})

test('a delivery that is undone in time is not reported, and one that was reported waits for a person', async () => {
  const { orderId, shipmentId, noteId, mark } = await noted()
  await depart(shipmentId)
  const undo = async (pressedAt: string) =>
    does('driver', 'driver.undo-press', {
      orderIds: [orderId],
      shipmentId,
      pressedAt,
      doneAt: new Date().toISOString(),
    })
  const first = new Date().toISOString()
  await close(orderId, 'deliver', first)
  await report(noteId)
  expect(taken(mark)).toHaveLength(1)
  await undo(first)
  const second = new Date().toISOString()
  await close(orderId, 'deliver', second)
  minutesLater = 20
  await report(noteId)
  expect(taken(mark).map(({ outcome }) => outcome)).toEqual([undefined, 'FULL'])
  await undo(second)
  expect((await stored(noteId)).map(({ status }) => status)).toEqual(['DONE', 'WITHDRAWN', 'UNDONE'])
  const { id } = await company.db.one<{ id: number }>(
    sql`select id from movement_events where note_id = ${noteId} and status = 'UNDONE'`,
  )
  await does('user', 'movement.settle-event', { id, reason: 'Διορθώθηκε στο myDATA' })
  expect((await stored(noteId)).at(-1)?.status).toBe('SETTLED')
})

test('a day without a connection, whose presses come late and twice, is reported once with the moments of the presses', async () => {
  const { orderId, shipmentId, noteId, mark } = await noted()
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
  await depart(shipmentId)
  const press = async () =>
    does('driver', 'shipping.close-delivery', { orderId, action: 'deliver', doneAt: at(90) }).catch(() => {})
  await press()
  await press()
  await does('driver', 'shipping.finish-shipment', { id: shipmentId })
  await report(noteId)
  await report(noteId)
  expect(taken(mark).map(({ type, outcome }) => outcome ?? type)).toEqual(['RegisterTransfer', 'FULL'])
  const { minutes } = await company.db.one<{ minutes: number }>(sql`
    select round(extract(epoch from now() - happened_at) / 60)::int as minutes from movement_events
    where note_id = ${noteId} and kind = 'outcome'`)
  expect(minutes).toBe(90)
})

test('a part names its packages, and what is left comes back when the shipment is finished', async () => {
  const { orderId, shipmentId, noteId, mark } = await noted()
  await company.db.run(sql`update orders set parcels = 4 where id = ${orderId}`)
  await depart(shipmentId)
  const { lineNo } = await company.db.one<{ lineNo: number }>(
    sql`update order_lines set quantity_e4 = 40000 where order_id = ${orderId} returning line_no as "lineNo"`,
  )
  await does('driver', 'shipping.close-delivery', {
    orderId,
    action: 'deliver',
    delivered: [{ lineNo, quantity: 10_000 }],
  })
  await does('driver', 'shipping.finish-shipment', { id: shipmentId })
  minutesLater = 1
  await report(noteId)
  expect(taken(mark).map(({ type, outcome }) => outcome ?? type)).toEqual([
    'RegisterTransfer',
    'PARTIAL',
    'ConfirmReturn',
  ])
  expect(taken(mark)[1]?.packages).toEqual([{ type: 2, count: 1 }])
})

test('after a lost answer and after a crash the tax office is asked first, so nothing is reported twice', async () => {
  const { shipmentId, noteId, mark } = await noted()
  await depart(shipmentId)
  simulator.fail('cut')
  await report(noteId)
  expect(await stored(noteId)).toMatchObject([{ status: 'SENDING', code: 'cut' }])
  minutesLater = 2
  await report(noteId)
  expect(taken(mark)).toHaveLength(1)
  expect(await stored(noteId)).toMatchObject([{ status: 'DONE', code: null }])
  // a process that stopped between its request and the answer leaves this state
  await company.db.run(sql`update movement_events set status = 'SENDING', mark = null where note_id = ${noteId}`)
  await report(noteId)
  expect(taken(mark)).toHaveLength(1)
  expect((await stored(noteId))[0]?.status).toBe('DONE')
})

test('without an account events wait without an error, and the schedule sends them when there is one', async () => {
  const { shipmentId, noteId, mark } = await noted()
  await company.db.run(sql`delete from settings where name = 'mydata-account'`)
  await depart(shipmentId)
  await reportEvents(parts, noteId)
  expect(await stored(noteId)).toMatchObject([{ status: 'WAITING', code: null }])
  expect(await does<ShipmentNotes>('user', 'movement.notes', { shipmentId })).toMatchObject({ reported: false })
  await saveAccount(company.db, TEST_SEALING, ACCOUNT, false)
  await company.db.run(sql`delete from jobs where kind = 'movement.report-events'`)
  await lookAtEvents(parts).run({})
  expect(
    await company.db.many(
      sql`select payload from jobs where kind = 'movement.report-events' and payload = ${JSON.stringify({ noteId })}::jsonb`,
    ),
  ).toHaveLength(1)
  await report(noteId)
  expect(taken(mark)).toHaveLength(1)
})

test('a refused event waits for a person, who sends it again, and the later ones follow it', async () => {
  const { orderId, shipmentId, noteId, mark } = await noted()
  await depart(shipmentId)
  await close(orderId)
  const text =
    '<ResponseDoc><response><errors><error><message>QR</message><code>808</code></error></errors><statusCode>ValidationError</statusCode></response></ResponseDoc>'
  simulator.answerWith({ status: 200, type: 'text/xml', text })
  minutesLater = 20
  await report(noteId)
  expect(await stored(noteId)).toMatchObject([{ status: 'FAILED', code: '808' }, { status: 'WAITING' }])
  const { id } = await company.db.one<{ id: number }>(
    sql`select id from movement_events where note_id = ${noteId} and status = 'FAILED'`,
  )
  await does('user', 'movement.repeat-event', { id })
  await report(noteId)
  expect(taken(mark)).toHaveLength(2)
})

test('what the rest of a delivery in part becomes later does not change the outcome that was reported', async () => {
  const { orderId, shipmentId, noteId } = await noted()
  await company.db.run(sql`update orders set parcels = 4 where id = ${orderId}`)
  await depart(shipmentId)
  const { lineNo } = await company.db.one<{ lineNo: number }>(
    sql`update order_lines set quantity_e4 = 40000 where order_id = ${orderId} returning line_no as "lineNo"`,
  )
  const part = { action: 'deliver', delivered: [{ lineNo, quantity: 10_000 }] }
  await does('driver', 'shipping.close-delivery', { orderId, ...part })
  minutesLater = 1
  await report(noteId)
  const { rest } = await company.db.one<{ rest: number }>(
    sql`select id as rest from orders where follows_order_id = ${orderId}`,
  )
  const { id: later } = await does<{ id: number }>('user', 'shipping.plan-shipment', {
    orderIds: [rest],
    driverType: 'Driver',
    driverUserId: company.userIds.driver,
    driver: 'Ονομα driver',
    vehicle: 'ΥΖΑ-1234',
  })
  await depart(later)
  await does('driver', 'shipping.close-delivery', { orderId: rest, ...part })
  await does('driver', 'shipping.finish-shipment', { id: shipmentId })
  expect((await stored(noteId)).map(({ status }) => status)).toEqual(['DONE', 'DONE', 'WAITING'])
})

test('after a restore of an older copy the tax office is asked before an event that it may have is sent', async () => {
  const { orderId, shipmentId, noteId, mark } = await noted()
  await depart(shipmentId)
  await close(orderId)
  minutesLater = 20
  await report(noteId)
  expect(taken(mark)).toHaveLength(2)
  // the copy is older than the departure
  await company.db.run(sql`delete from movement_events where note_id = ${noteId}`)
  await company.db.run(sql`update shipments set departed_at = null where id = ${shipmentId}`)
  await company.db.transaction('locking', async (tx) => {
    const now = new Date().toISOString()
    const restored = { tx, now, madeAt: now, userId: null, administrator: null, enqueue: async () => {} }
    await (await unknownEvents(restored))(restored)
  })
  await depart(shipmentId)
  minutesLater = 40
  await report(noteId)
  expect(taken(mark)).toHaveLength(2)
  expect((await stored(noteId)).map(({ status }) => status)).toEqual(['DONE', 'DONE'])
})

test('goods that come back are reported as on their way, and as handed over to us when the shipment is finished', async () => {
  const { orderId, shipmentId, noteId, mark } = await noted()
  await company.db.run(sql`update delivery_notes set direction = 'back' where id = ${noteId}`)
  await depart(shipmentId)
  await close(orderId)
  await does('driver', 'shipping.finish-shipment', { id: shipmentId })
  minutesLater = 20
  await report(noteId)
  expect(taken(mark).map(({ type, outcome }) => outcome ?? type)).toEqual(['RegisterTransfer', 'FULL'])
  expect((await stored(noteId)).map(({ status }) => status)).toEqual(['DONE', 'DONE'])
})
