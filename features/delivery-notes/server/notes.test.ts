/** Tests delivery notes: one live note for each stop, the vehicle that may not leave without them, lost connections, and papers. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCompany, saveSetting } from '#server/company.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import type { Accounting, KeyedNote } from '#server/integrations/accounting/accounting.ts'
import { FILE_ACCOUNTING } from '#server/integrations/accounting/file-accounting.ts'
import { uidOf } from '#server/integrations/accounting/mydata-answer.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { noteXml } from '#server/integrations/accounting/note-xml.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { openTestCompany, shipmentOf, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { faultsOfXml } from '#testing/tax/mydata-schema.ts'
import { dayOf } from '#kernel/day.ts'
import { closedWithoutNote } from '#features/shipping/server/stops/missing-notes.ts'
import { enterMarkCommand } from '#features/invoicing/server/end-by-hand.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { secondProcess } from '#testing/database.ts'
import type { ShipmentNotes } from '../domain/contract.ts'
import { notesRefusedOnTheWay } from './refused-on-the-way.ts'
import { sendNote } from './send-note.ts'
import { enterNoteMark, settleNoteLookup } from './settle-by-hand.ts'

const ACCESS = { subscriptionKey: 's', email: 'e@kerino.test', password: 'p' }
const NO_CONNECTION: Accounting = {
  send: async () => ({ kind: 'unsent', reason: 'unreachable' }),
  ask: async () => ({ kind: 'unknown', reason: 'unreachable' }),
  address: async () => '',
}
const UNCLEAR: Accounting = { ...NO_CONNECTION, send: async () => ({ kind: 'unknown', reason: 'time-out' }) }

let company: TestCompany
let simulator: EpsilonSimulator
let accounting: Accounting
let runner: Runner
let minutesLater = 0
beforeAll(async () => {
  company = await openTestCompany()
  runner = new Runner({
    db: company.db,
    clock: () => new Date(Date.now() + minutesLater * 60_000),
  })
  simulator = await startEpsilonSimulator({ ...ACCESS, returnsDocument: true })
  accounting = openEpsilon({ ...ACCESS, loginUrl: simulator.loginUrl, hostSuffix: 'epsilonnet.gr' })
  await saveCompany(company.db, { name: 'Κερίνο', vat: '094014201', address: 'Ορφέως 114, 118 55 Αθήνα' })
  await company.db.run(sql`
    insert into settings (name, value) values ('accounting-state', '{"configured": true, "test": true}')
    on conflict (name) do update set value = excluded.value`)
  await company.db.run(sql`update customers set vat = '094019245', address = 'Αιόλου 3', postcode = '105 51', city = 'Αθήνα'
    where id = ${company.stock.customer}`)
})
afterAll(async () => {
  await simulator?.close()
  await company?.close()
})
const duty = (value: object) =>
  company.db.run(sql`
    insert into settings (name, value) values ('movement', ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`)
beforeEach(() => duty({ fromDay: '2020-01-01' }))

const { does, refusalOf } = peopleOf(() => company)

/** Plans an order alone in a shipment with a vehicle. */
async function planned(): Promise<{ orderId: number; shipmentId: number }> {
  const orderId = await company.order('ON SHIPPING')
  const shipmentId = await shipmentOf(company, orderId)
  await company.db.run(sql`update shipments set vehicle = 'ΥΖΑ-1234' where id = ${shipmentId}`)
  return { orderId, shipmentId }
}
const issue = (shipmentId: number) => does<{ issued: number }>('driver', 'movement.issue', { shipmentId })
const notes = (shipmentId: number) => does<ShipmentNotes>('driver', 'movement.notes', { shipmentId })
const depart = (id: number) => ({ id, withoutMissing: true })

type Row = {
  id: number
  status: string
  errorCode: string | null
  number: number
  series: string
  key: string
  orderIds: number[]
  request: KeyedNote
}
const rowsOf = (shipmentId: number): Promise<Row[]> =>
  company.db.many<Row>(sql`
    select id, status, error_code as "errorCode", number, series, key, order_ids as "orderIds", request
    from delivery_notes where shipment_id = ${shipmentId} order by id`)
/** Runs the job of the newest note once. */
async function send(shipmentId: number, service: Accounting = accounting): Promise<Row> {
  const newest = (await rowsOf(shipmentId)).at(-1)
  await sendNote(runner, () => ({ accounting: service, testAccounting: null }))({ noteId: newest?.id ?? 0 }).catch(
    () => {},
  )
  return (await rowsOf(shipmentId)).at(-1) as Row
}
const issuedAt = (key: string) => simulator.documents().filter((one) => one.key === key)

test('a vehicle leaves only with a note that has its MARK, and a second press issues no second note', async () => {
  const { orderId, shipmentId } = await planned()
  expect(await notes(shipmentId)).toMatchObject({
    needed: true,
    stops: [{ orderIds: [orderId], note: null, problems: [] }],
  })
  expect((await refusalOf('driver', 'shipping.depart', depart(shipmentId)))?.code).toBe('shipping.notes-missing')
  expect(await issue(shipmentId)).toMatchObject({ issued: 1 })
  expect(await issue(shipmentId)).toMatchObject({ issued: 0 })
  expect((await refusalOf('driver', 'shipping.depart', depart(shipmentId)))?.code).toBe('shipping.notes-missing')
  const { key, request, series } = await send(shipmentId)
  expect(series).toBe('ΔΑ')
  expect(await faultsOfXml([{ fileName: 'note.xml', contents: noteXml(request) }])).toEqual([])
  expect(issuedAt(key)[0]?.document.source.invoice).toMatchObject({
    counterpart: { vatNumber: '094019245' },
    invoiceHeader: {
      invoiceType: '9.3',
      movePurpose: 1,
      vehicleNumber: 'ΥΖΑ-1234',
      otherDeliveryNoteHeader: {
        loadingAddress: { postalCode: '11855' },
        deliveryAddress: { street: 'Αιόλου', number: '3', postalCode: '10551' },
      },
    },
    invoiceSummary: { totalValue: 0 },
  })
  const [stop] = (await notes(shipmentId)).stops
  expect(stop).toMatchObject({
    differs: false,
    note: { status: 'ACKNOWLEDGED', mark: expect.any(String), qrUrl: expect.any(String) },
  })
  await does('driver', 'shipping.depart', depart(shipmentId))
  expect((await refusalOf('driver', 'movement.issue', { shipmentId }))?.code).toBe('movement.already-left')
})

test('a shipment takes no further order while one of its notes stands, because the vehicle could not leave with it', async () => {
  const { orderId, shipmentId } = await planned()
  await issue(shipmentId)
  await send(shipmentId)
  const added = await company.order('INVOICED')
  const add = { shipmentId, orderIds: [added] }
  expect(await refusalOf('user', 'shipping.add-stops', add)).toMatchObject({
    code: 'shipping.has-notes',
    details: { shipmentId },
  })
  const isOffered = async () =>
    (await does<{ open: { id: number }[] }>('user', 'shipping.choices', {})).open.some(({ id }) => id === shipmentId)
  expect(await isOffered()).toBe(false)
  await company.db.run(sql`update delivery_notes set status = 'WITHDRAWN' where order_ids[1] = ${orderId}`)
  expect(await isOffered()).toBe(true)
  await does('user', 'shipping.add-stops', add)
  await issue(shipmentId)
  await send(shipmentId)
  await does('driver', 'shipping.depart', depart(shipmentId))
})

test('lent goods are on the note of the stop with the purpose of lending', async () => {
  const { orderId, shipmentId } = await planned()
  await company.db.run(sql`insert into order_loans (order_id, line_no, product_id, name, unit, quantity_e4)
    values (${orderId}, 9, ${company.stock.glass}, 'Ποτήρι', 'Item', 60000) on conflict do nothing`)
  await issue(shipmentId)
  const { request } = await send(shipmentId)
  expect(request.purpose).toBe(1)
  expect(request.lines.map(({ purpose }) => purpose)).toContain(13)
  expect(await faultsOfXml([{ fileName: 'note.xml', contents: noteXml(request) }])).toEqual([])
})

test('a private person without a VAT number gets a note that the schema accepts, with nine zeros in its place', async () => {
  const { shipmentId } = await planned()
  const vat = (value: string) =>
    company.db.run(sql`update customers set vat = ${value} where id = ${company.stock.customer}`)
  await vat('')
  expect(await issue(shipmentId)).toMatchObject({ issued: 1 })
  await vat('094019245')
  const { status, key, request } = await send(shipmentId)
  expect([status, request.customer.vat]).toEqual(['ACKNOWLEDGED', ''])
  expect(await faultsOfXml([{ fileName: 'note.xml', contents: noteXml(request) }])).toEqual([])
  expect(noteXml(request)).toContain('<counterpart><vatNumber>000000000</vatNumber><country>GR</country>')
  expect(issuedAt(key)[0]?.document.source.invoice).toMatchObject({ counterpart: { vatNumber: '000000000' } })
})

/** Turns the goods of an order into services, and its loans into none. */
const onlyServices = async (orderId: number): Promise<void> => {
  await company.db.run(sql`update order_lines set service = true where order_id = ${orderId}`)
  await company.db.run(sql`delete from order_loans where order_id = ${orderId}`)
}

test('a stop that sells only services needs no note: the vehicle leaves, and its delivery is closed without one', async () => {
  const { orderId, shipmentId } = await planned()
  await onlyServices(orderId)
  expect(await notes(shipmentId)).toMatchObject({ needed: true, stops: [] })
  expect(await issue(shipmentId)).toMatchObject({ issued: 0, refused: [] })
  await does('driver', 'shipping.depart', depart(shipmentId))
  await does('driver', 'shipping.close-delivery', { orderId, action: 'deliver' })
  expect((await closedWithoutNote.find(company.db, dayOf(new Date().toISOString()))).includes(shipmentId)).toBe(false)
})

test('an order of services at a stop with goods leaves the note of the goods as it is', async () => {
  const { orderId, shipmentId } = await planned()
  await issue(shipmentId)
  await send(shipmentId)
  const services = await company.order('ON SHIPPING')
  await onlyServices(services)
  await company.db.run(sql`
    update shipment_orders set shipment_id = ${shipmentId}, position = 2 where order_id = ${services}`)
  expect((await notes(shipmentId)).stops).toMatchObject([{ orderIds: [orderId], differs: false }])
  await does('driver', 'shipping.depart', depart(shipmentId))
})

const shownBack = async (shipmentId: number) => (await notes(shipmentId)).back ?? []

test('what a driver takes back gets a note of its own, from the stop to us, and a correction leads to a new one', async () => {
  const { orderId, shipmentId } = await planned()
  await company.db.run(sql`insert into loans (bound, customer_id, customer_name, product_id, product_name, origin, quantity_e4, user_name)
    values ('OUTBOUND', ${company.stock.customer}, 'Πελάτης', ${company.stock.glass}, 'Ποτήρι', 'manual', 200000, 'Δοκιμή')`)
  const back = { shipmentId, direction: 'back' }
  const takeBack = (quantity: number) =>
    does('driver', 'shipping.take-back-loans', {
      customerId: company.stock.customer,
      orderId,
      items: [{ productId: company.stock.glass, quantity }],
      doneAt: new Date().toISOString(),
    })
  await issue(shipmentId)
  const out = await send(shipmentId)
  await does('driver', 'shipping.depart', depart(shipmentId))
  expect(await shownBack(shipmentId)).toEqual([])
  await takeBack(6_0000)
  await does('driver', 'shipping.close-delivery', { orderId, action: 'return', reasonCode: 'closed' })
  expect(await shownBack(shipmentId)).toMatchObject([{ orderIds: [orderId], note: null, differs: false }])
  const pressed = await Promise.all(
    (['driver', 'user', 'admin'] as const).map((who) => does<{ issued: number }>(who, 'movement.issue', back)),
  )
  expect(pressed.map(({ issued }) => issued).toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  const first = await send(shipmentId)
  expect(first.number).toBe(out.number + 1)
  expect(await faultsOfXml([{ fileName: 'note.xml', contents: noteXml(first.request) }])).toEqual([])
  const { glass, lent } = await company.db.one<{ glass: string; lent: number }>(sql`
    select p.name as glass, (select sum(quantity_e4)::bigint from order_loans where order_id = ${orderId}) as lent
    from products p where p.id = ${company.stock.glass}`)
  // the returned order brings its own lent glasses back too
  const glasses = ({ request }: Row) => (request.lines.find(({ name }) => name === glass)?.quantity ?? 0) - lent
  expect([glasses(first), first.request.lines.length]).toEqual([6_0000, 2])
  expect(issuedAt(first.key)[0]?.document.source.invoice.invoiceHeader).toMatchObject({
    movePurpose: 5,
    reverseDeliveryNote: true,
    reverseDeliveryNotePurpose: 1,
    otherDeliveryNoteHeader: { loadingAddress: { street: 'Αιόλου' }, deliveryAddress: { street: 'Ορφέως' } },
  })
  await takeBack(2_0000)
  expect(await shownBack(shipmentId)).toMatchObject([{ differs: true, note: { status: 'ACKNOWLEDGED' } }])
  expect(await does('driver', 'movement.issue', back)).toMatchObject({ issued: 0 })
  await does('user', 'movement.withdraw', { id: first.id, reason: 'Ακυρώθηκε στον πάροχο' })
  await does('driver', 'movement.issue', back)
  const second = await send(shipmentId)
  expect([glasses(second), second.status, second.number]).toEqual([8_0000, 'ACKNOWLEDGED', first.number + 1])
  expect(await shownBack(shipmentId)).toMatchObject([{ differs: false }])
  await does('driver', 'shipping.finish-shipment', { id: shipmentId })
  expect((await refusalOf('driver', 'movement.issue', back))?.code).toBe('movement.already-left')
  expect(await shownBack(shipmentId)).toMatchObject([{ differs: false, note: { status: 'ACKNOWLEDGED' } }])
})

test('goods that were not handed over come back on the note with which they left, if the settings say so', async () => {
  await duty({ fromDay: '2020-01-01', undelivered: 'first-note' })
  const { orderId, shipmentId } = await planned()
  await issue(shipmentId)
  await send(shipmentId)
  await does('driver', 'shipping.depart', depart(shipmentId))
  await does('driver', 'shipping.close-delivery', { orderId, action: 'return', reasonCode: 'closed' })
  expect(await shownBack(shipmentId)).toEqual([])
  await duty({ fromDay: '2020-01-01' })
  expect(await shownBack(shipmentId)).toHaveLength(1)
})

test('of several people who press at once, and of two processes that send, one live note comes', async () => {
  const { shipmentId } = await planned()
  const people = ['driver', 'user', 'admin', 'production'] as const
  const pressed = await Promise.all(
    people.map((who) => does<{ issued: number }>(who, 'movement.issue', { shipmentId })),
  )
  expect(pressed.map(({ issued }) => issued).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1])
  await Promise.all([send(shipmentId), send(shipmentId), send(shipmentId)])
  minutesLater += 10
  const { key } = await send(shipmentId)
  expect(issuedAt(key)).toHaveLength(1)
  expect(await rowsOf(shipmentId)).toHaveLength(1)
})

test('one answer about another document is asked about again, and the note is issued once; if it stays so a person decides', async () => {
  const { shipmentId } = await planned()
  await issue(shipmentId)
  const foreign = { kind: 'foreign', mark: null, differs: { key: ['ours', 'theirs'] } } as const
  const confused: Accounting = {
    ...accounting,
    send: async (note) => {
      await accounting.send(note)
      return foreign
    },
  }
  expect(await send(shipmentId, confused)).toMatchObject({ status: 'UNKNOWN', errorCode: 'foreign' })
  const { status, key } = await send(shipmentId)
  expect([status, issuedAt(key).length]).toEqual(['ACKNOWLEDGED', 1])
  const other = await planned()
  await issue(other.shipmentId)
  const always: Accounting = { ...accounting, send: async () => foreign, ask: async () => foreign }
  for (let answers = 0; answers < 3; answers += 1)
    expect(await send(other.shipmentId, always)).toMatchObject({ status: 'UNKNOWN', errorCode: 'foreign' })
  expect(await send(other.shipmentId, always)).toMatchObject({ status: 'CONFLICT', errorCode: 'foreign' })
})

test('a refused note says why, to administrators also in the words of the service, and leaves its number to the next one of the stop', async () => {
  const { shipmentId } = await planned()
  await issue(shipmentId)
  simulator.fail({ call: 'send', mode: 'refuse', fault: { category: 'BTA', code: '204', message: 'x' } })
  const refused = await send(shipmentId)
  expect(refused).toMatchObject({ status: 'FAILED', errorCode: '204' })
  const answered = (errorMessage: string | null) => ({ stops: [{ note: { errorCode: '204', errorMessage } }] })
  expect(await notes(shipmentId)).toMatchObject(answered(null))
  expect(await does<ShipmentNotes>('admin', 'movement.notes', { shipmentId })).toMatchObject(answered('x'))
  expect(await issue(shipmentId)).toMatchObject({ issued: 1 })
  const again = await send(shipmentId)
  expect(again).toMatchObject({ status: 'ACKNOWLEDGED', number: refused.number })
  expect(again.key).not.toBe(refused.key)
})

test('after a lost connection the vehicle leaves with a note that says so, which gets its MARK later', async () => {
  const { shipmentId } = await planned()
  await issue(shipmentId)
  const [{ id } = { id: 0 }] = await rowsOf(shipmentId)
  const leave = { id, reason: 'Το δίκτυο έπεσε' }
  expect((await refusalOf('driver', 'movement.leave-without-mark', leave))?.code).toBe('movement.connection-works')
  await send(shipmentId, NO_CONNECTION)
  await does('driver', 'movement.leave-without-mark', leave)
  await does('driver', 'shipping.depart', depart(shipmentId))
  const { rawPayload } = await company.app.inject({
    url: `/app/movement.note.pdf?input=${encodeURIComponent(JSON.stringify({ id }))}`,
    headers: { 'x-dreamfactory-session-token': company.tokens.driver },
  })
  expect((await readPdf(rawPayload)).pages.join('\n')).toContain('ΑΠΩΛΕΙΑ ΔΙΑΣΥΝΔΕΣΗΣ')
  minutesLater += 10
  const sent = await send(shipmentId)
  expect(sent.status).toBe('ACKNOWLEDGED')
  expect(issuedAt(sent.key)[0]?.document.source.invoice.transmissionFailure).toBe(3)
  expect(await faultsOfXml([{ fileName: 'note.xml', contents: noteXml(sent.request) }])).toEqual([])
})

/** Lets a vehicle leave without a MARK, and the service refuse its note afterwards. Returns the refused note. */
async function refusedOnTheWay(shipmentId: number, leave = true): Promise<Row> {
  await issue(shipmentId)
  const { id } = await send(shipmentId, NO_CONNECTION)
  await does('driver', 'movement.leave-without-mark', { id, reason: 'Χωρίς διασύνδεση' })
  if (leave) await does('driver', 'shipping.depart', depart(shipmentId))
  simulator.fail({ call: 'send', mode: 'refuse', fault: { category: 'BTA', code: '204', message: 'x' } })
  minutesLater += 10
  return send(shipmentId)
}
const refusedShipments = () => notesRefusedOnTheWay.find(company.db, dayOf(new Date().toISOString()))

test('a note that is refused after the vehicle left is issued again with its number, its goods and the time of departure, once', async () => {
  const { orderId, shipmentId } = await planned()
  const refused = await refusedOnTheWay(shipmentId)
  expect(refused.status).toBe('FAILED')
  await company.db.run(sql`update shipments set departed_at = '2026-11-20T05:30:00Z' where id = ${shipmentId}`)
  expect(await refusedShipments()).toContain(shipmentId)
  await company.db.run(sql`update customers set vat = '1' where id = ${company.stock.customer}`)
  expect((await notes(shipmentId)).stops).toMatchObject([
    { again: true, problems: ['customer-vat'], note: { id: refused.id, status: 'FAILED' } },
  ])
  const again = { id: refused.id }
  expect((await refusalOf('driver', 'movement.issue-again', again))?.code).toBe('movement.customer-vat')
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
  await does('driver', 'shipping.close-delivery', { orderId, action: 'deliver' })
  expect(await notes(shipmentId)).toMatchObject({ stops: [{ again: true, closed: true, problems: [] }], without: [] })
  const pressed = await Promise.all(
    (['driver', 'user', 'admin'] as const).map((who) => does<{ id: number }>(who, 'movement.issue-again', again)),
  )
  expect(new Set(pressed.map(({ id }) => id)).size).toBe(1)
  const sent = await send(shipmentId)
  expect([sent.id, sent.status, sent.number]).toEqual([pressed[0]?.id, 'ACKNOWLEDGED', refused.number])
  expect(sent.request.lines).toEqual(refused.request.lines)
  expect(issuedAt(sent.key)[0]?.document.source.invoice).toMatchObject({
    transmissionFailure: 3,
    invoiceHeader: { dispatchDate: '2026-11-20', dispatchTime: '07:30:00' },
  })
  expect(await refusedShipments()).not.toContain(shipmentId)
  expect((await notes(shipmentId)).stops).toMatchObject([{ closed: true, note: { status: 'ACKNOWLEDGED' } }])
  expect((await notes(shipmentId)).stops[0]?.again).toBeUndefined()
  expect(await rowsOf(shipmentId)).toHaveLength(2)
  const before = await planned()
  await issue(before.shipmentId)
  const waiting = (await rowsOf(before.shipmentId))[0]
  expect((await refusalOf('driver', 'movement.issue-again', { id: waiting?.id }))?.code).toBe('movement.not-again')
})

test('a note of an earlier version, which names no products, is issued again with the codes of the products that have its SKUs', async () => {
  const { shipmentId } = await planned()
  const refused = await refusedOnTheWay(shipmentId)
  await duty({ fromDay: '2020-01-01', codesFromDay: '2020-01-01' })
  await company.db.run(sql`update products set cn_code = '34060000' where id = ${company.stock.candle}`)
  const nameAs = (sku: string) =>
    company.db.run(sql`
      update delivery_notes set request = jsonb_set(request, '{lines}', (
        select jsonb_agg(line - 'productId' || jsonb_build_object('code', ${sku}::text)) from jsonb_array_elements(request -> 'lines') line))
      where id = ${refused.id}`)
  const stop = async () => (await notes(shipmentId)).stops[0]
  const { sku } = await company.db.one<{ sku: string }>(sql`
    update products set sku = coalesce(nullif(sku, ''), 'ΚΕΡΙ-16') where id = ${company.stock.candle} returning sku`)
  await nameAs(sku)
  expect(await stop()).toMatchObject({ again: true, problems: [], goodsWithoutCode: [] })
  await company.db.run(sql`update products set cn_code = null where id = ${company.stock.candle}`)
  expect(await stop()).toMatchObject({
    problems: ['goods-code'],
    goodsWithoutCode: refused.request.lines.map(() => ({ id: company.stock.candle, problem: 'missing' })),
  })
  // a product that is not found can get no code, so the note is issued without
  await nameAs('gone')
  expect(await stop()).toMatchObject({ problems: [], goodsWithoutCode: [] })
})

test('a stop that was handed over in part before its note was refused gets that note again, with all its goods', async () => {
  const first = await planned()
  const second = await company.order('ON SHIPPING')
  await company.db.run(sql`
    update shipment_orders set shipment_id = ${first.shipmentId}, position = 2 where order_id = ${second}`)
  const refused = await refusedOnTheWay(first.shipmentId, false)
  expect(refused.orderIds).toHaveLength(2)
  // the driver forgets "Departure", and hands over one of the two orders
  await does('driver', 'shipping.close-delivery', { orderId: first.orderId, action: 'deliver' })
  expect(await refusedShipments()).toContain(first.shipmentId)
  await issue(first.shipmentId)
  const sent = await send(first.shipmentId)
  expect([sent.number, sent.orderIds]).toEqual([refused.number, refused.orderIds])
  expect(sent.request.lines).toEqual(refused.request.lines)
  expect(await rowsOf(first.shipmentId)).toHaveLength(2)
})

test('a shipment that is finished without a return note is listed for the office, and a refused return note is issued again', async () => {
  const back = (shipmentId: number) => ({ shipmentId, direction: 'back' })
  const finished = async (between: (shipmentId: number) => Promise<unknown>) => {
    const { orderId, shipmentId } = await planned()
    await issue(shipmentId)
    await send(shipmentId)
    await does('driver', 'shipping.depart', depart(shipmentId))
    await does('driver', 'shipping.close-delivery', { orderId, action: 'return', reasonCode: 'closed' })
    await between(shipmentId)
    await does('driver', 'shipping.finish-shipment', { id: shipmentId })
    return { orderId, shipmentId }
  }
  const listed = () => closedWithoutNote.find(company.db, dayOf(new Date().toISOString()))
  const without = await finished(async () => {})
  expect((await notes(without.shipmentId)).withoutReturn).toEqual([without.orderId])
  expect(await listed()).toContain(without.shipmentId)
  await does('user', 'shipping.settle-missing-notes', { shipmentId: without.shipmentId, reason: 'Το είδε ο λογιστής' })
  expect((await notes(without.shipmentId)).withoutReturn).toEqual([])
  const { shipmentId } = await finished((id) => does('driver', 'movement.issue', back(id)))
  expect(await listed()).not.toContain(shipmentId)
  simulator.fail({ call: 'send', mode: 'refuse', fault: { category: 'BTA', code: '204', message: 'x' } })
  const refused = await send(shipmentId)
  expect((await notes(shipmentId)).back).toMatchObject([{ again: true, differs: false, note: { id: refused.id } }])
  await does('user', 'movement.issue-again', { id: refused.id })
  const sent = await send(shipmentId)
  expect([sent.status, sent.number, sent.request.time]).toEqual(['ACKNOWLEDGED', refused.number, refused.request.time])
  expect(sent.request.lines).toEqual(refused.request.lines)
})

test('an order that leaves the stop makes the note differ; it is withdrawn, and the next note has the next number', async () => {
  const [first, second] = [await company.order('INVOICED'), await company.order('INVOICED')]
  const { id: shipmentId } = await does<{ id: number }>('user', 'shipping.plan-shipment', {
    orderIds: [first, second],
    driverType: 'Driver',
    driverUserId: company.userIds.driver,
    driver: 'Ονομα driver',
    vehicle: 'ΥΖΑ-1234',
  })
  await issue(shipmentId)
  const old = await send(shipmentId)
  await does('user', 'shipping.close-delivery', {
    orderId: second,
    action: 'to-planning',
    reasonCode: 'other',
    reason: 'αλλαγή',
  })
  expect((await notes(shipmentId)).stops[0]?.differs).toBe(true)
  expect((await refusalOf('driver', 'shipping.depart', depart(shipmentId)))?.code).toBe('shipping.notes-missing')
  await does('user', 'movement.withdraw', { id: old.id, reason: 'Ακυρώθηκε στον πάροχο' })
  await issue(shipmentId)
  const fresh = await send(shipmentId)
  expect([fresh.status, fresh.number > old.number]).toEqual(['ACKNOWLEDGED', true])
  await does('driver', 'shipping.depart', depart(shipmentId))
})

test('a stop that is closed without its note waits for the office, which settles it with a reason', async () => {
  const { orderId, shipmentId } = await planned()
  const close = (id: number) => does('driver', 'shipping.close-delivery', { orderId: id, action: 'deliver' })
  const waiting = async () => {
    const found = await closedWithoutNote.find(company.db, dayOf(new Date().toISOString()))
    const things = await closedWithoutNote.things(company.db, found, SYSTEM)
    return things.map(({ to }) => to)
  }
  await close(orderId)
  expect((await notes(shipmentId)).without).toEqual([orderId])
  expect(await waiting()).toEqual([`/loading/${shipmentId}`])
  const settle = { shipmentId, reason: 'Ο οδηγός δεν πάτησε «Αναχώρηση»' }
  expect((await refusalOf('driver', 'shipping.settle-missing-notes', settle))?.kind).toBe('forbidden')
  expect((await refusalOf('user', 'shipping.settle-missing-notes', { ...settle, reason: '' }))?.kind).toBe('invalid')
  const settled = await Promise.all([
    does<{ settled: number }>('user', 'shipping.settle-missing-notes', settle),
    does<{ settled: number }>('admin', 'shipping.settle-missing-notes', settle),
  ])
  expect(settled.map((one) => one.settled).toSorted((a, b) => a - b)).toEqual([0, 1])
  expect([(await notes(shipmentId)).without, await waiting()]).toEqual([[], []])
  // with a note, or on the way back to planning, nothing is missing
  const noted = await planned()
  await issue(noted.shipmentId)
  await send(noted.shipmentId)
  await close(noted.orderId)
  const back = await planned()
  await does('driver', 'shipping.close-delivery', {
    orderId: back.orderId,
    action: 'to-planning',
    reasonCode: 'absent',
  })
  expect([(await notes(noted.shipmentId)).without, (await notes(back.shipmentId)).without]).toEqual([[], []])
})

test('the answer to a note that was sent as a file brings its MARK and QR code, and an answer to another one is refused', async () => {
  const { shipmentId } = await planned()
  await issue(shipmentId)
  const note = await send(shipmentId, FILE_ACCOUNTING)
  expect(note.errorCode).toBe('by-file')
  const answer = (uid: string) =>
    `<ResponseDoc><response><index>1</index><invoiceUid>${uid}</invoiceUid><invoiceMark>400009900000001</invoiceMark><qrUrl>https://mydatapidev.aade.gr/q</qrUrl><statusCode>Success</statusCode></response></ResponseDoc>`
  const importing = (uid: string) => ({ id: note.id, answer: answer(uid) })
  expect((await refusalOf('user', 'movement.import-answer', importing('A'.repeat(40))))?.code).toBe(
    'invoicing.answer-unreadable',
  )
  const uid = uidOf(note.request)
  expect(await does('user', 'movement.import-answer', importing(uid))).toMatchObject({ issued: true })
  const [stop] = (await notes(shipmentId)).stops
  expect(stop?.note).toMatchObject({
    status: 'ACKNOWLEDGED',
    mark: '400009900000001',
    qrUrl: 'https://mydatapidev.aade.gr/q',
  })
  expect((await refusalOf('user', 'movement.import-answer', importing(uid)))?.code).toBe('movement.not-by-file')
  await does('driver', 'shipping.depart', depart(shipmentId))
})

test('without the duty vehicles leave as before, and exceptions need no note', async () => {
  await duty({})
  const { shipmentId } = await planned()
  expect(await notes(shipmentId)).toMatchObject({ needed: false, stops: [], back: [], without: [] })
  await does('driver', 'shipping.depart', depart(shipmentId))
  await duty({ fromDay: '2020-01-01', exceptions: [{ of: 'courier', reason: 'Δικοί τους κανόνες' }] })
  const courier = await planned()
  await company.db.run(sql`update shipments set driver_type = 'ACS' where id = ${courier.shipmentId}`)
  await does('user', 'shipping.depart', depart(courier.shipmentId))
})

test('the duty begins only with a complete company, and problems are named before the press', async () => {
  await duty({})
  const on = { values: { fromDay: '1/12/2026' }, shown: { fromDay: '' } }
  await saveCompany(company.db, { address: 'Ορφέως 114' })
  expect((await refusalOf('admin', 'settings.save-movement', on))?.code).toBe('movement.company-incomplete')
  await saveCompany(company.db, { address: 'Ορφέως 114, 118 55 Αθήνα' })
  expect(await does('admin', 'settings.save-movement', on)).toEqual({ changed: ['fromDay'] })
  const { shipmentId } = await planned()
  await company.db.run(sql`update shipments set vehicle = '' where id = ${shipmentId}`)
  expect((await notes(shipmentId)).stops).toMatchObject([{ problems: ['vehicle'], customerId: company.stock.customer }])
  const { customer } = company.stock
  await company.db.run(
    sql`update customers set country = 'USA', postcode = '', tax_kind = 'outside', vat = '' where id = ${customer}`,
  )
  expect((await notes(shipmentId)).stops[0]).toMatchObject({
    problems: ['customer-address', 'destination', 'vehicle'],
    lacks: 'postcode',
  })
  await company.db.run(sql`
    update customers set country = '', postcode = '105 51', tax_kind = '', vat = '094019245' where id = ${customer}`)
  expect((await refusalOf('driver', 'movement.issue', { shipmentId }))?.code).toBe('movement.vehicle')
  expect(await rowsOf(shipmentId)).toEqual([])
})

test('a stop whose note cannot be composed keeps no other stop from its note, and is named with its reason', async () => {
  const { first, second, shipmentId } = await plannedTwo()
  await sendTo(second, 'Ερμού')
  await company.db.run(
    sql`update orders set delivery_address = delivery_address || '{"postcode": "", "city": ""}' where id = ${second}`,
  )
  await company.db.run(sql`update customers set postcode = '', city = '' where id = ${company.stock.customer}`)
  await sendTo(first, 'Αιόλου 3')
  const answer = await issue(shipmentId)
  expect(answer).toMatchObject({ issued: 1, refused: [{ code: 'movement.destination' }] })
  const { stops } = await notes(shipmentId)
  expect(stops).toMatchObject([
    { orderIds: [first], note: { status: 'WAITING' } },
    { orderIds: [second], note: null, problems: ['destination'] },
  ])
  expect((await refusalOf('driver', 'movement.issue', { shipmentId }))?.code).toBe('movement.destination')
  await sendTo(second, 'Ερμού 5')
  await company.db.run(
    sql`update customers set postcode = '105 51', city = 'Αθήνα' where id = ${company.stock.customer}`,
  )
  expect(await issue(shipmentId)).toEqual({ issued: 1, refused: [] })
  expect(await rowsOf(shipmentId)).toHaveLength(2)
})

test('goods that go to another town than that of the customer have it on their note, also if only the text of the address names it', async () => {
  const { orderId, shipmentId } = await planned()
  await company.db.run(sql`
    update orders set delivery_address = '{"address": "Ζαμπελίου 33, 731 32 Χανιά"}' where id = ${orderId}`)
  await issue(shipmentId)
  const [note] = await rowsOf(shipmentId)
  expect(note?.request).toMatchObject({
    destination: { street: 'Ζαμπελίου', streetNumber: '33', postcode: '73132', city: 'Χανιά' },
  })
})

test('a note with an unclear answer is ended by hand with its MARK, once', async () => {
  const { shipmentId } = await planned()
  await issue(shipmentId)
  const { id } = await send(shipmentId, UNCLEAR)
  const otherWay = { values: { way: 'file' }, shown: { way: 'provider' } }
  expect((await refusalOf('admin', 'settings.save-sending', otherWay))?.code).toBe('invoicing.documents-wait')
  const settle = { id, mark: '400009999999991', reason: 'Το είδα' }
  await company.db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, request, mark)
    select min(id), 'invoice', 'has the mark', 'ACKNOWLEDGED', '{}', '400009999999992' from orders`)
  const ofInvoice = { ...settle, mark: '400009999999992' }
  expect(await refusalOf('user', 'movement.settle', ofInvoice)).toMatchObject({ code: 'movement.mark-taken' })
  await does('user', 'movement.settle', settle)
  expect((await refusalOf('user', 'movement.settle', settle))?.code).toBe('movement.not-open')
  await does('driver', 'shipping.depart', depart(shipmentId))
})

/** Plans two orders of one stop in one shipment. */
async function plannedTwo(): Promise<{ first: number; second: number; shipmentId: number }> {
  const [first, second] = [await company.order('INVOICED'), await company.order('INVOICED')]
  const { id: shipmentId } = await does<{ id: number }>('user', 'shipping.plan-shipment', {
    orderIds: [first, second],
    driverType: 'Driver',
    driverUserId: company.userIds.driver,
    driver: 'Ονομα driver',
    vehicle: 'ΥΖΑ-1234',
  })
  return { first, second, shipmentId }
}
const sendTo = (orderId: number, address: string) =>
  company.db.run(sql`
    update orders set delivery_address = ${JSON.stringify({ address, postcode: '10552', city: 'Αθήνα' })}::jsonb where id = ${orderId}`)

test('the goods of an order are on one live note, also when an address changes after the press', async () => {
  const { first, second, shipmentId } = await plannedTwo()
  await issue(shipmentId)
  const { id } = await send(shipmentId)
  await sendTo(second, 'Ερμού 5')
  expect((await notes(shipmentId)).stops).toMatchObject([
    { orderIds: [first], differs: true, note: { id } },
    { orderIds: [second], differs: true, note: { id } },
  ])
  expect((await refusalOf('driver', 'movement.issue', { shipmentId }))?.code).toBe('movement.withdraw-first')
  await does('user', 'movement.withdraw', { id, reason: 'Ακυρώθηκε στον πάροχο' })
  expect(await issue(shipmentId)).toMatchObject({ issued: 2 })
  await sendTo(first, 'Σταδίου 9')
  expect(await issue(shipmentId)).toMatchObject({ issued: 0 })
  expect((await notes(shipmentId)).stops).toHaveLength(2)
})

test('a note differs when its orders go back to planning before the vehicle leaves, and not when a stop is closed in parts', async () => {
  const { first, second, shipmentId } = await plannedTwo()
  await issue(shipmentId)
  await send(shipmentId)
  const toPlanning = { action: 'to-planning', reasonCode: 'other', reason: 'αλλαγή' }
  for (const orderId of [first, second]) await does('user', 'shipping.close-delivery', { orderId, ...toPlanning })
  const seenByOffice = await does<ShipmentNotes>('user', 'movement.notes', { shipmentId })
  expect(seenByOffice.stops).toMatchObject([{ closed: true, differs: true }])
  // the goods stay in the store, so the driver no longer sees whose they were
  expect((await notes(shipmentId)).stops).toEqual([])
  const other = await plannedTwo()
  await issue(other.shipmentId)
  await send(other.shipmentId)
  await does('driver', 'shipping.depart', depart(other.shipmentId))
  await does('driver', 'shipping.close-delivery', { orderId: other.first, action: 'deliver' })
  expect((await notes(other.shipmentId)).stops).toMatchObject([{ orderIds: [other.second], differs: false }])
})

test('a note that was confirmed as not issued and was issued after all gives its MARK to the next note of the stop', async () => {
  const { shipmentId } = await planned()
  await issue(shipmentId)
  simulator.fail({ call: 'send', mode: 'cut', stored: true })
  const first = await send(shipmentId)
  const notThere = { id: first.id, mark: null, reason: 'Δεν το βρήκα' }
  expect(await refusalOf('user', 'movement.settle', notThere)).toMatchObject({ code: 'invoicing.look-later' })
  await company.db.run(sql`update delivery_notes set unclear_since = now() - interval '1 hour' where id = ${first.id}`)
  const asked = await runner.look(settleNoteLookup, notThere, SYSTEM, { ...NOTHING_OUTSIDE, accounting })
  expect(asked).toEqual({ id: first.id, issued: String(issuedAt(first.key)[0]?.signing?.mark) })
  // where the service cannot be asked, the word of the person counts until the next note
  await does('user', 'movement.settle', notThere)
  await issue(shipmentId)
  const second = await send(shipmentId)
  expect([second.id > first.id, second.status, second.number]).toEqual([true, 'ACKNOWLEDGED', first.number])
  expect([issuedAt(first.key).length, issuedAt(second.key).length]).toEqual([1, 0])
})

test('a note that another server issued after the backup that was restored here is found by its key, and not issued a second time (C-101)', async () => {
  const { shipmentId } = await planned()
  await issue(shipmentId)
  const { key, request, number } = await send(shipmentId)
  // the backup has the shipment and not its note
  await company.db.run(sql`delete from delivery_notes where shipment_id = ${shipmentId}`)
  await company.db.run(sql`delete from document_numbers where kind = 'delivery-note' and number = ${number}`)
  await company.db.run(sql`update document_series set last_number = ${number - 1} where series = ${request.series}`)
  const sends = () => simulator.calls().filter(({ call }) => call === 'send')
  const before = sends()
  const at = runner.clock().toISOString()
  await saveSetting(company.db, 'documents-unread', { since: at, at, read: true })
  try {
    await issue(shipmentId)
    expect(await send(shipmentId)).toMatchObject({ status: 'ACKNOWLEDGED', key, number })
    expect([sends(), issuedAt(key).length]).toEqual([before, 1])
  } finally {
    await company.db.run(sql`delete from settings where name = 'documents-unread'`)
  }
})

test('of two people who enter the same MARK at once, for a note and for an invoice, one is refused', async () => {
  const { shipmentId } = await planned()
  await issue(shipmentId)
  const { id } = await send(shipmentId, UNCLEAR)
  const orderId = await company.order('READY-TO-INVOICE')
  await company.db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, request) values (${orderId}, 'invoice', 'races', 'UNKNOWN', '{}')`)
  const entered = { mark: '400009999999771', reason: 'Το είδα' }
  const other = await secondProcess(company.db)
  const process = new Runner({ db: other, clock: () => new Date() })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const note = process.work(SYSTEM, 'movement.settle', async (work) => {
    await enterNoteMark(work, { id, ...entered })
    begin()
    await held
  })
  await begun
  const invoice = runner.run(enterMarkCommand, { id: orderId, ...entered }, SYSTEM).then(
    () => 'entered',
    (error: unknown) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
  // without a lock the second one ends in this time
  await new Promise((resolve) => setTimeout(resolve, 200))
  release()
  await note
  expect(await invoice).toBe('invoicing.mark-of-note')
  await other.close()
})
