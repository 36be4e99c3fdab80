/** Tests the connection to the tax office: events, the states of notes, documents page by page, and what follows from each failure. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faultsOfXml } from '#testing/tax/mydata-schema.ts'
import { knownNote } from '#testing/tax/known-note.ts'
import type { SimulatedTaxDocument } from '#simulators/mydata-documents.ts'
import { type MydataSimulator, startMydataSimulator } from '#simulators/mydata-simulator.ts'
import { openMydata } from './mydata.ts'
import { eventXml, METHODS, readReceived, readState } from './mydata-wire.ts'
import type { MovementEvent, TaxOffice } from './tax-office.ts'

const ACCOUNT = { userId: 'kerino', key: 'a-secret-key' }
const VAT = '094014201'

const documents: SimulatedTaxDocument[] = []
let simulator: MydataSimulator
let office: TaxOffice
beforeAll(async () => {
  simulator = await startMydataSimulator({ ...ACCOUNT, documents: () => documents })
  office = openMydata({ ...ACCOUNT, address: `${simulator.url}/myDATA` })
})
afterAll(() => simulator?.close())

let note: SimulatedTaxDocument
beforeEach(() => {
  const number = documents.length + 1
  note = knownNote({
    mark: String(400_001_000_000_000 + number),
    uid: `UID${number}`,
    qrUrl: `https://mydata.example/qr/${number}`,
    number,
    issuerVat: VAT,
  })
  documents.push(note)
})

/** The address in the QR code of the note of the present test. */
const qrUrl = () => note?.qrUrl ?? ''

const transfer = (): MovementEvent => ({
  kind: 'transfer',
  qrUrl: qrUrl(),
  vehicle: 'ΥΖΑ-1234',
  transport: 2,
  carrierVat: VAT,
  at: '2026-11-20T06:30:00.000Z',
})
const outcome = (of: 'FULL' | 'PARTIAL' | 'NONE', packages = of === 'PARTIAL' ? [{ type: 2, count: 3 }] : []) =>
  ({ kind: 'outcome', qrUrl: qrUrl(), outcome: of, packages }) as const
const back = () => ({ kind: 'return', qrUrl: qrUrl() }) as const

test('a note is handed over by its events, each with a MARK, and its state and history say so', async () => {
  expect(await office.report(transfer())).toMatchObject({ kind: 'accepted', mark: expect.stringMatching(/^5\d{14}$/) })
  expect(await office.stateOf(note.mark)).toMatchObject({ kind: 'known', state: 'in-transit' })
  expect(await office.report(outcome('FULL'))).toMatchObject({ kind: 'accepted' })
  expect(await office.stateOf(note.mark)).toMatchObject({
    state: 'delivered',
    events: [{ kind: 'transfer' }, { kind: 'outcome', outcome: 'FULL', actorVat: VAT }],
  })
})

test('what was not handed over ends with its return, after a part and after nothing', async () => {
  for (const part of ['PARTIAL', 'NONE'] as const) {
    await office.report(transfer())
    await office.report(outcome(part))
    expect(await office.report(back())).toMatchObject({ kind: 'accepted' })
    expect(await office.stateOf(note.mark)).toMatchObject({ state: 'completed' })
    note = { ...note, mark: `${note.mark.slice(0, -3)}9${documents.length}0`.slice(0, 15), qrUrl: `${note.qrUrl}-b` }
    documents.push(note)
  }
})

test.each([
  ['813', [], outcome('FULL'), 'an outcome before the departure'],
  ['827', [], back(), 'a return before the departure'],
  ['819', [transfer(), outcome('FULL')], outcome('FULL'), 'a second outcome'],
  ['831', [transfer(), outcome('PARTIAL')], outcome('PARTIAL'), 'a second outcome of a part'],
  ['812', [transfer(), outcome('NONE')], outcome('FULL'), 'an outcome after a failed delivery'],
  ['800', [transfer(), outcome('FULL')], transfer(), 'a transfer of delivered goods'],
  ['814', [transfer()], outcome('PARTIAL', []), 'a part without its packages'],
  ['803', [transfer()], { kind: 'rejection', qrUrl: '', reason: 'λόγος' }, 'a rejection by the issuer'],
] as const)('the tax office refuses $3 with the code $0', async (code, before, event, _what) => {
  const of = (one: MovementEvent) => ({ ...one, qrUrl: note.qrUrl })
  for (const one of before) expect(await office.report(of(one))).toMatchObject({ kind: 'accepted' })
  expect(await office.report(of(event))).toMatchObject({ kind: 'refused', code })
})

test('the bodies of events are valid by the schemas of the tax office', async () => {
  const events = [transfer(), outcome('PARTIAL'), { kind: 'rejection', qrUrl: note.qrUrl, reason: 'χ & ψ' }] as const
  for (const event of events) {
    const file = { fileName: 'event.xml', contents: eventXml(event) }
    expect(await faultsOfXml([file], `${METHODS[event.kind]}-v2.0.1.xsd`)).toEqual([])
  }
  expect(eventXml(transfer())).toContain('<timeStamp>2026-11-20T08:30:00</timeStamp>')
})

test('a cut answer leaves the event unknown, and the state of the note tells that it arrived', async () => {
  simulator.fail('cut')
  expect(await office.report(transfer())).toEqual({ kind: 'unknown', reason: 'cut' })
  expect(await office.stateOf(note.mark)).toMatchObject({ state: 'in-transit', events: [{ kind: 'transfer' }] })
})

test('a wrong key, too many calls and a technical failure are told apart, and no answer contains the key', async () => {
  const wrong = openMydata({ ...ACCOUNT, key: 'wrong', address: simulator.url })
  expect(await wrong.report(transfer())).toEqual({ kind: 'unsent', reason: 'http-401' })
  simulator.answerWith({ status: 429, type: 'text/plain', text: 'Rate limit is exceeded' })
  expect(await office.report(transfer())).toEqual({ kind: 'unsent', reason: 'http-429' })
  simulator.answerWith({ status: 400, type: 'text/plain', text: 'General Exception Error' })
  expect(await office.report(transfer())).toEqual({ kind: 'unknown', reason: 'http-400' })
  const failure = '<ResponseDoc><response><statusCode>TechnicalError</statusCode></response></ResponseDoc>'
  simulator.answerWith({ status: 200, type: 'text/xml', text: failure })
  expect(await office.report(transfer())).toEqual({ kind: 'technical', message: '' })
})

test('documents come page by page, of the wanted days and type only, with those that were cancelled', async () => {
  const day = '2026-12-24'
  const of = { ...note, day, type: '1.1', net: 10_000, vat: 2_400, total: 12_400 }
  for (const number of [1, 2, 3])
    documents.push({
      ...of,
      mark: String(400_002_000_000_000 + number),
      number,
      ...(number === 3 ? { cancelledBy: '9' } : {}),
    })
  const question = { afterMark: '0', fromDay: day, toDay: day, type: '1.1' }
  const first = await office.transmitted(question)
  const sums = { net: 10_000, vat: 2_400, total: 12_400, customerVat: '094019245', cancelledBy: '' }
  expect(first).toMatchObject({ documents: [{ number: '1', ...sums }, { number: '2' }], cancelled: [] })
  const token = (first.kind === 'page' ? first.next : null) ?? { partition: '', row: '' }
  expect(await office.transmitted({ ...question, token })).toMatchObject({
    documents: [{ number: '3', cancelledBy: '9' }],
    cancelled: [{ mark: '400002000000003', cancelledBy: '9', day }],
    next: null,
  })
  expect(await office.transmitted({ ...question, type: '5.1' })).toMatchObject({ documents: [], next: null })
})

test('a state is read as a number or as a name, and an unknown one is none', () => {
  const state = (status: string) =>
    readState(`<GetDeliveryNoteStatusResponse><status>${status}</status></GetDeliveryNoteStatusResponse>`)
  expect(['9', 'IN_TRANSIT', 'InTransit (Return)', '6'].map((text) => state(text))).toMatchObject(
    ['in-return', 'in-transit', 'in-return', null].map((one) => ({ kind: 'known', state: one })),
  )
  expect(readState('<GetDeliveryNoteStatusResponse><status>3</status>')).toMatchObject({ kind: 'unavailable' })
})

test('an outcome that is empty or not known leaves the rest of a state readable', () => {
  const stateWith = (details: string) =>
    readState(`<GetDeliveryNoteStatusResponse><status>3</status><lifecycleHistory><eventType>ConfirmOutcome</eventType>
      <actorVat>${VAT}</actorVat>${details}</lifecycleHistory></GetDeliveryNoteStatusResponse>`)
  for (const details of ['', '<outcomeDetails/>', '<outcomeDetails><outcome>LATER</outcome></outcomeDetails>'])
    expect(stateWith(details)).toMatchObject({ state: 'in-transit', events: [{ kind: 'outcome', outcome: null }] })
})

const receivedOf = (...invoices: string[]) =>
  readReceived(`<RequestedDoc><invoicesDoc>${invoices.join('')}</invoicesDoc></RequestedDoc>`)
const invoiceOf = (mark: number, parts = '') =>
  `<invoice><mark>${mark}</mark>${parts}<invoiceHeader><issueDate>2026-11-20</issueDate><invoiceType>9.3</invoiceType></invoiceHeader></invoice>`

test('an odd element of a document of others makes at most that document unreadable, and it is counted', () => {
  const page = receivedOf(
    invoiceOf(1, '<issuer/>'),
    '<invoice><mark>2</mark><invoiceHeader/></invoice>',
    invoiceOf(3, '<invoiceDetails/>'),
    invoiceOf(4, '<qrCodeUrl><inner>x</inner></qrCodeUrl>'),
    invoiceOf(5),
  )
  expect(page).toMatchObject({
    kind: 'page',
    notes: [{ mark: '1' }, { mark: '3', lines: [] }, { mark: '5' }],
    unread: 2,
  })
})

test('each note has the document with its own MARK, and a page whose documents cannot be told apart is unreadable', () => {
  const page = receivedOf(invoiceOf(1), invoiceOf(2))
  expect(page.kind === 'page' ? page.notes.map(({ file }) => /<mark>(\d)/.exec(file)?.[1]) : page).toEqual(['1', '2'])
  expect(receivedOf(`<!-- ${invoiceOf(9)} -->`, invoiceOf(1))).toEqual({ kind: 'unavailable', reason: 'unreadable' })
})
