/** Tests that notes of others are fetched, found by QR code, answered and entered as supplier invoices, and what is said when that fails. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetAccount, saveAccount } from '#features/invoicing/server/tax-office/account.ts'
import type { FileDraft } from '#features/supplier-invoices/domain/from-file/contract.ts'
import { invoiceOfFile } from '#features/supplier-invoices/domain/from-file/invoice-of-file.ts'
import type { Goods } from '#features/supplier-catalogue/domain/goods.ts'
import { inputOf } from '#features/supplier-invoices/domain/invoice-draft.ts'
import { saveCompany } from '#server/company.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { addDays, dayOf } from '#kernel/day.ts'
import { NOTE_STATES } from '#kernel/tax/delivery-note.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import type { SimulatedTaxDocument } from '#simulators/mydata-documents.ts'
import { type MydataSimulator, startMydataSimulator } from '#simulators/mydata-simulator.ts'
import { openMydata } from '#server/integrations/tax-office/mydata.ts'
import type { MovementEvent, TaxOffice } from '#server/integrations/tax-office/tax-office.ts'
import { Later } from '#server/jobs/jobs.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { knownNote } from '#testing/tax/known-note.ts'
import type { countShown, fetchState, listNotes, ShownNote } from '../domain/contract.ts'
import { answerAdviceOf, ANSWERED_OTHERWISE } from '../domain/received-note.ts'
import { enterInvoiceLookup } from './enter-invoice.ts'
import { fetchWork } from './fetch-notes.ts'
import { lookAtAnswers, sendAnswer } from './send-answer.ts'
import { closeNotes } from './stored-notes.ts'
import { urgentNotes } from './urgent-notes.ts'

const ACCOUNT = { userId: 'kerino', key: 'a-secret-key' }
const VAT = '094014201'
const PROVIDER = '094019245'

const documents: SimulatedTaxDocument[] = []
let company: TestCompany
let simulator: MydataSimulator
let provider: number
beforeAll(async () => {
  simulator = await startMydataSimulator({ ...ACCOUNT, vat: VAT, documents: () => [], received: () => documents })
  const open = () => openMydata({ ...ACCOUNT, address: simulator.url })
  company = await openTestCompany({ taxOffice: { demoAccount: ACCOUNT, open } })
  await saveCompany(company.db, { name: 'Κερίνο', vat: VAT })
  provider = (
    await company.db.one<{ id: number }>(
      sql`insert into providers (name, vat) values ('Κηροχημική ΑΕ', ${`EL${PROVIDER}`}) returning id`,
    )
  ).id
})
afterAll(async () => {
  await simulator?.close()
  await company?.close()
})
beforeEach(async () => {
  simulator.recover()
  await saveAccount(company.db, TEST_SEALING, ACCOUNT, false)
})

const { does, refusalOf } = peopleOf(() => company)
const parts = () => ({
  runner: company.runner,
  outside: () => ({
    ...NOTHING_OUTSIDE,
    taxOffice: { demoAccount: ACCOUNT, open: () => openMydata({ ...ACCOUNT, address: simulator.url }) },
  }),
})

/** Issues a note to the company at the tax office. */
function issued(change: Partial<SimulatedTaxDocument> = {}): SimulatedTaxDocument {
  const number = documents.length + 1
  const note = knownNote({
    mark: String(400_006_000_000_000 + number),
    uid: `U${number}`,
    qrUrl: `https://mydata.example/qr?q=${number}%3d`,
    number,
    issuerVat: PROVIDER,
    customerVat: VAT,
    day: dayOf(company.runner.clock().toISOString()),
    lines: [{ code: 'K-1', name: 'Παραφίνη & κερί', quantity: '25.5', unit: 2 }],
    ...change,
  })
  documents.push(note)
  return note
}
const leaves = ({ mark }: SimulatedTaxDocument) =>
  simulator.takeFrom({ noteMark: mark, type: 'RegisterTransfer', actorVat: PROVIDER, carrierVat: PROVIDER })
const fetchNotes = () => does<{ added: number }>('user', 'receiving.fetch-notes', {})
const listed = async (filters = {}) =>
  (await does<OutputOf<typeof listNotes>>('user', 'receiving.notes', { filters })).rows
/** Returns a note on its way that is known here. */
async function received(change: Partial<SimulatedTaxDocument> = {}) {
  const note = issued(change)
  leaves(note)
  await fetchNotes()
  const { id } = await company.db.one<{ id: number }>(sql`select id from received_notes where mark = ${note.mark}`)
  return { ...note, id }
}
const shown = (id: number) => does<ShownNote>('user', 'receiving.note', { id })
const send = (mark: string) => sendAnswer(parts(), mark)

test('notes of others come page by page, each once, with sender, goods, state and the days that are left', async () => {
  const notes = [1, 2, 3, 4, 5].map(() => issued())
  issued({ type: '1.1', lines: [] })
  leaves(notes[0] as SimulatedTaxDocument)
  expect(await fetchNotes()).toEqual({ added: 5 })
  expect(await fetchNotes()).toEqual({ added: 0 })
  const rows = await listed()
  expect(rows.length).toBe(5)
  expect(rows.at(-1)).toMatchObject({
    mark: notes[0]?.mark,
    number: 'ΔΑ 1',
    senderName: 'Κηροχημική ΑΕ',
    senderVat: PROVIDER,
    sender: { kind: 'providers', id: provider },
    goods: 'Παραφίνη & κερί',
    lineCount: 1,
    state: 'in-transit',
    daysLeft: 15,
  })
  const [newest] = rows
  expect(newest).toMatchObject({ state: 'registered' })
  expect(await shown(newest?.id ?? 0)).toMatchObject({
    lines: [{ code: 'K-1', quantity: 255_000, unit: 'KG' }],
    answer: null,
    closed: { confirm: { code: 'receiving.not-in-state.registered' }, reject: null },
  })
})

test('a note is closed by a final state or by an answer that the tax office has, and no later question opens it again', async () => {
  const { db } = company
  const states = [...Object.values(NOTE_STATES), null]
  const answers = ['WAITING', 'SENDING', 'FAILED', 'WITHDRAWN', 'DONE', null]
  const marks: string[] = []
  for (const state of states)
    for (const answer of answers) {
      const mark = String(400_009_500_000_000 + marks.push(''))
      marks[marks.length - 1] = mark
      await db.run(sql`
        insert into received_notes (mark, type, series, number, day, vehicle, issuer_vat, issuer_country, issuer_name, qr_url, state, state_at,
          lines, file)
        values (${mark}, '9.3', '', ${`${state} ${answer}`}, '2026-01-20', '', '', 'GR', '', '', ${state}, now(), '[]', '')`)
      if (answer !== null)
        await db.run(sql`
          insert into received_answers (note_mark, qr_url, kind, reason, status, user_name, pressed_at, updated_at)
          values (${mark}, '', 'confirm', '', ${answer}, 'Κώστας', now(), now())`)
    }
  const close = () => db.transaction('locking', (tx) => closeNotes(tx, sql`n.mark = any(${marks}::text[])`))
  await close()
  expect(await close()).toBe(0)
  const open = await db.many<{ number: string }>(
    sql`select number from received_notes where mark = any(${marks}::text[]) and not closed order by mark`,
  )
  expect(open.map(({ number }) => number)).toEqual(
    states
      .filter((state) => !['cancelled', 'rejected', 'failed', 'completed'].includes(state ?? ''))
      .flatMap((state) => answers.filter((answer) => answer !== 'DONE').map((answer) => `${state} ${answer}`)),
  )
  await db.run(sql`delete from received_answers where note_mark = any(${marks}::text[])`)
  await db.run(sql`delete from received_notes where mark = any(${marks}::text[])`)
})

test('a note takes the state that the tax office names later, also a cancellation, and leaves the list of open ones', async () => {
  const note = issued()
  await fetchNotes()
  leaves(note)
  await fetchNotes()
  expect((await listed({ show: 'open' }))[0]).toMatchObject({ mark: note.mark, state: 'in-transit' })
  documents.splice(documents.indexOf(note), 1, { ...note, cancelledBy: '400006999999999' })
  await fetchNotes()
  expect((await listed({ show: 'open' })).some(({ mark }) => mark === note.mark)).toBe(false)
  expect((await listed({ show: 'closed' }))[0]).toMatchObject({ mark: note.mark, daysLeft: null })
})

test('if a page does not come, what came before stays, the failure is said, and the night asks again', async () => {
  for (const _ of [1, 2, 3]) issued()
  const before = (await listed()).length
  const pages = Math.ceil(documents.length / 2)
  // the question starts at the oldest open note
  simulator.answerAfter(...Array.from({ length: pages }, () => ({ status: 503, type: 'text/plain', text: '' })))
  expect(await refusalOf('user', 'receiving.fetch-notes', {})).toMatchObject({
    kind: 'unavailable',
    code: 'receiving.not-fetched',
    details: { reason: 'http-503' },
  })
  const state = () => does<OutputOf<typeof fetchState>>('user', 'receiving.fetch-state', {})
  expect(await state()).toMatchObject({ known: true, last: { failure: 'http-503' } })
  await expect(fetchWork(parts()).run({})).rejects.toBeInstanceOf(Refused)
  simulator.recover()
  await fetchWork(parts()).run({})
  expect((await listed()).length).toBe(before + 3)
  expect(await state()).toMatchObject({ last: { failure: null } })
})

test('a scanned note hides no older one that was not fetched yet', async () => {
  await fetchNotes()
  await company.db.run(sql`update received_notes set state = 'completed', closed = true`)
  const older = issued()
  const scanned = issued()
  await does('user', 'receiving.find-by-qr', { qrUrl: scanned.qrUrl })
  await fetchNotes()
  expect((await listed({ show: 'open' })).map(({ mark }) => mark).toSorted()).toEqual([older.mark, scanned.mark])
})

test.each([
  ['whose MARK is no number', 'abc', '2026-11-20'],
  ['whose day is in no calendar', '400006900000001', '2026-02-30'],
])('a note %s is left out, and the next ones still come', async (_what, mark, day) => {
  const text = `<RequestedDoc><invoicesDoc><invoice><mark>${mark}</mark>
    <invoiceHeader><issueDate>${day}</issueDate><invoiceType>9.3</invoiceType></invoiceHeader></invoice></invoicesDoc></RequestedDoc>`
  simulator.answerWith({ status: 200, type: 'text/xml', text })
  expect(await fetchNotes()).toEqual({ added: 0 })
  const next = issued()
  expect(await fetchNotes()).toEqual({ added: 1 })
  expect((await listed()).map(({ mark: listedMark }) => listedMark)).toContain(next.mark)
})

test('without an account the page knows it, and nothing is asked or answered', async () => {
  const { id } = await received()
  await forgetAccount(company.db, false)
  expect(await does('user', 'receiving.fetch-state', {})).toMatchObject({ known: false })
  expect(await refusalOf('user', 'receiving.confirm', { id })).toMatchObject({ code: 'receiving.no-account' })
})

test('a note is confirmed once: the tax office has the answer of the recipient, and a second press is refused', async () => {
  const { id, mark } = await received()
  await does('user', 'receiving.confirm', { id })
  expect(await refusalOf('user', 'receiving.reject', { id, reason: 'όχι' })).toMatchObject({
    code: 'receiving.on-its-way',
  })
  await send(mark)
  await send(mark)
  expect(simulator.events().filter(({ noteMark, actorVat }) => noteMark === mark && actorVat === VAT)).toMatchObject([
    { type: 'ConfirmOutcome', outcome: 'FULL' },
  ])
  const note = await shown(id)
  expect(note).toMatchObject({ state: 'completed', answerKind: 'confirm', answerStatus: 'DONE', daysLeft: null })
  expect(note.answer?.mark).toMatch(/^5\d{14}$/)
  const entries = await company.db.many<{ name: string; command: string; changes: object }>(
    sql`select user_name as name, command, changes from history where entity = 'received-notes' and entity_id = ${id} order by id`,
  )
  expect(entries).toMatchObject([
    { command: 'receiving.confirm', changes: { answer: [null, 'confirm'], answerStatus: [null, 'WAITING'] } },
    { command: 'receiving.answer-accepted', changes: { answerStatus: ['SENDING', 'DONE'] } },
  ])
  expect(await refusalOf('user', 'receiving.confirm', { id })).toMatchObject({ code: 'receiving.answered.confirm' })
})

test('a note is confirmed also after its carrier said that it was delivered, and rejected with a reason before it left', async () => {
  const delivered = await received()
  simulator.takeFrom({ noteMark: delivered.mark, type: 'ConfirmOutcome', outcome: 'FULL', actorVat: PROVIDER })
  await does('user', 'receiving.confirm', { id: delivered.id })
  await send(delivered.mark)
  expect(await shown(delivered.id)).toMatchObject({ state: 'completed', answerStatus: 'DONE' })
  const early = issued()
  await fetchNotes()
  const id = (await listed())[0]?.id ?? 0
  expect(await refusalOf('user', 'receiving.reject', { id, reason: ' ' })).toMatchObject({
    code: 'invoicing.reason-required',
  })
  await does('user', 'receiving.reject', { id, reason: 'Δεν τα παραγγείλαμε' })
  await send(early.mark)
  expect(await shown(id)).toMatchObject({ state: 'rejected', answer: { reason: 'Δεν τα παραγγείλαμε' } })
})

test('what the company reported as carrier of the goods is no answer, and the receipt is sent', async () => {
  const { id, mark } = await received()
  await does('user', 'receiving.confirm', { id })
  const text = `<DeliveryNoteStatusResponse><invoiceMark>${mark}</invoiceMark><status>5</status><lifecycleHistory>
    <eventType>ConfirmOutcome</eventType><actorVat>${VAT}</actorVat><mark>500</mark>
    <outcomeDetails><outcome>FULL</outcome></outcomeDetails></lifecycleHistory></DeliveryNoteStatusResponse>`
  simulator.answerWith({ status: 200, type: 'text/xml', text })
  await send(mark)
  expect(simulator.events().filter(({ noteMark, actorVat }) => noteMark === mark && actorVat === VAT).length).toBe(1)
  expect((await shown(id)).answer?.mark).not.toBe('500')
})

test('an answer is withdrawn while it was not sent, is not sent then, and the note is answered anew', async () => {
  const { id, mark } = await received()
  const refused = () => refusalOf('user', 'receiving.withdraw', { id })
  expect(await refused()).toMatchObject({ code: 'receiving.not-withdrawn' })
  await does('user', 'receiving.confirm', { id })
  expect((await shown(id)).closed.withdraw).toBeNull()
  await does('user', 'receiving.withdraw', { id })
  const before = simulator.calls().length
  await send(mark)
  expect(simulator.calls().length).toBe(before)
  expect(await shown(id)).toMatchObject({ answer: null, answerStatus: null, closed: { confirm: null } })
  await does('user', 'receiving.reject', { id, reason: 'Λάθος είδη' })
  await send(mark)
  expect(await shown(id)).toMatchObject({ answerStatus: 'DONE', state: 'rejected' })
  expect(await refused()).toMatchObject({ code: 'receiving.not-withdrawn' })
})

test('an answer that follows a refused one is withdrawn before it is sent, and not after it', async () => {
  const { id, mark } = await received()
  await does('user', 'receiving.confirm', { id })
  refuseNext(mark, '818')
  await send(mark)
  expect(await shown(id)).toMatchObject({ answerStatus: 'FAILED' })
  await does('user', 'receiving.confirm', { id })
  expect((await shown(id)).closed.withdraw).toBeNull()
  await does('user', 'receiving.withdraw', { id })
  expect(await shown(id)).toMatchObject({ answer: null, answerStatus: null, closed: { confirm: null, reject: null } })
  await does('user', 'receiving.reject', { id, reason: 'Λάθος είδη' })
  await send(mark)
  expect(await shown(id)).toMatchObject({ answerStatus: 'DONE', state: 'rejected' })
  expect(await refusalOf('user', 'receiving.withdraw', { id })).toMatchObject({ code: 'receiving.not-withdrawn' })
})

test('an answer that is replaced while the tax office is asked for the state goes out with its new reason only', async () => {
  const { id, mark } = await received()
  await does('user', 'receiving.reject', { id, reason: 'Λάθος είδη' })
  const office = openMydata({ ...ACCOUNT, address: simulator.url })
  const reported: MovementEvent[] = []
  let replaced = false
  const slow: TaxOffice = {
    ...office,
    stateByQr: async (qrUrl) => {
      if (!replaced) {
        replaced = true
        await does('user', 'receiving.withdraw', { id })
        await does('user', 'receiving.reject', { id, reason: 'Σπασμένα' })
      }
      return office.stateByQr(qrUrl)
    },
    report: (event) => {
      reported.push(event)
      return office.report(event)
    },
  }
  const outside = () => ({ ...NOTHING_OUTSIDE, taxOffice: { demoAccount: ACCOUNT, open: () => slow } })
  const sends = () => sendAnswer({ ...parts(), outside }, mark)
  await expect(sends()).rejects.toBeInstanceOf(Later)
  await sends()
  expect(reported).toMatchObject([{ kind: 'rejection', reason: 'Σπασμένα' }])
  expect(await shown(id)).toMatchObject({ answerStatus: 'DONE', answer: { reason: 'Σπασμένα' } })
})

test('people are told of a note whose answer was refused, and of one with at most three days left, until they end', async () => {
  const today = dayOf(company.runner.clock().toISOString())
  const told = async () => urgentNotes.find(company.db, today)
  const fresh = await received()
  expect(await told()).not.toContain(fresh.id)
  const old = await received({ day: addDays(today, -12) })
  const earlier = await received({ day: addDays(today, -11) })
  await does('user', 'receiving.confirm', { id: fresh.id })
  simulator.takeFrom({ noteMark: fresh.mark, type: 'Rejection', actorVat: VAT })
  await send(fresh.mark)
  expect(await told()).toContain(old.id)
  expect(await told()).not.toContain(earlier.id)
  await company.db.run(sql`update received_notes set state = 'in-transit', closed = false where id = ${fresh.id}`)
  expect(await told()).toContain(fresh.id)
  expect(await urgentNotes.things(company.db, [fresh.id], SYSTEM)).toMatchObject([
    { to: `/receiving?note=${fresh.id}` },
  ])
  await does('user', 'receiving.confirm', { id: old.id })
  await fetchNotes()
  expect(await told()).not.toContain(old.id)
  expect(await told()).not.toContain(fresh.id)
})

test('a search reads what the page shows of a note, and not the names of its fields', async () => {
  const note = await received({
    lines: [
      { code: 'ΣΠ-77', name: '', quantity: '1', unit: 1 },
      { code: '', name: 'Φυτίλι βαμβακερό', quantity: '3', unit: 1 },
    ],
  })
  const found = async (search: string) =>
    (await does<OutputOf<typeof listNotes>>('user', 'receiving.notes', { search })).rows.map(({ mark }) => mark)
  // words in any order and spelling, and the sender also by the name of our record
  for (const search of ['σπ-77', `ΔΑ ${note.number}`, note.mark, `EL${PROVIDER}`, 'ΒΑΜΒΑΚ φυτιλι', 'κηροχημικη'])
    expect(await found(search)).toContain(note.mark)
  for (const search of ['quantity', 'φυτιλι μάλλινο', '%']) expect(await found(search)).toEqual([])
  expect((await listed()).find(({ mark }) => mark === note.mark)).toMatchObject({ goods: 'ΣΠ-77' })
})

test('a page gets the names of a note in one line and without signs of direction, which would turn its own words around', async () => {
  const { id } = await received({
    lines: [{ code: 'Κ\u202e-1', name: '<b>Κερί\n\u2066λευ\u200bκό</b>', quantity: '1', unit: 1 }],
  })
  expect(await shown(id)).toMatchObject({ goods: '<b>Κερί λευκό</b>', lines: [{ code: 'Κ-1' }] })
})

test('open notes come in the order in which their days run out, and each choice of the list has its count', async () => {
  const left = (await listed({ show: 'open' })).map(({ daysLeft }) => daysLeft ?? 0)
  expect(left.length).toBeGreaterThan(1)
  expect(left).toEqual(left.toSorted((one, other) => one - other))
  const counts = await does<OutputOf<typeof countShown>>('user', 'receiving.count-shown', {})
  expect(counts.open).toBe(left.length)
  expect(counts.closed).toBeGreaterThan(0)
  expect(counts.open + counts.closed).toBe(counts.every)
})

test('no invoice is entered from a note whose goods were rejected', async () => {
  const { id } = await received()
  await company.db.run(sql`update received_notes set state = 'rejected' where id = ${id}`)
  expect(await refusalOf('user', 'receiving.enter-invoice', { id })).toMatchObject({
    code: 'receiving.not-in-state.rejected',
  })
})

test('the invoice of a note is entered only with the right to see the note', async () => {
  const { id } = await received()
  const actor = { ...SYSTEM, role: 'user', rightChanges: { 'receiving.read': false } } as const
  await expect(company.runner.look(enterInvoiceLookup, { id }, actor, NOTHING_OUTSIDE)).rejects.toMatchObject({
    refusal: { kind: 'forbidden', details: { right: 'receiving.read' } },
  })
})

test('an answer that was given at the tax office itself is taken over, and another one is not sent against it', async () => {
  const same = await received()
  const other = await received()
  for (const { mark } of [same, other]) simulator.takeFrom({ noteMark: mark, type: 'Rejection', actorVat: VAT })
  await does('user', 'receiving.reject', { id: same.id, reason: 'Σπασμένα' })
  await does('user', 'receiving.confirm', { id: other.id })
  for (const { mark } of [same, other]) await send(mark)
  expect(await shown(same.id)).toMatchObject({ answerStatus: 'DONE', state: 'rejected' })
  expect(await shown(other.id)).toMatchObject({ answerStatus: 'FAILED', answer: { errorCode: ANSWERED_OTHERWISE } })
  expect(simulator.events().filter(({ noteMark }) => noteMark === other.mark).length).toBe(2)
})

test.each([
  ['confirm', '811', 'a note that is completed', { type: 'ConfirmReturn' }],
  ['confirm', '812', 'a delivery that failed', { type: 'ConfirmOutcome', outcome: 'NONE' }],
  ['reject', '822', 'goods that go back already', { type: 'RegisterTransferReturn' }],
] as const)('"%s" is not sent where the tax office would refuse it with %s: %s', async (kind, code, _what, event) => {
  const { id, mark } = await received()
  simulator.takeFrom({ noteMark: mark, actorVat: PROVIDER, ...event })
  await does('user', `receiving.${kind}`, { id, ...(kind === 'reject' ? { reason: 'λόγος' } : {}) })
  const before = simulator.calls().length
  await send(mark)
  expect(simulator.calls().slice(before)).toEqual(['GetDeliveryNoteStatus'])
  expect(await shown(id)).toMatchObject({ answerStatus: 'FAILED', answer: { errorCode: code } })
})

const xml = (text: string) => ({ status: 200, type: 'text/xml', text })
/** The answer to the question for the state of a note on its way. */
const stateOf = (mark: string) =>
  xml(`<DeliveryNoteStatusResponse><invoiceMark>${mark}</invoiceMark><status>3</status></DeliveryNoteStatusResponse>`)
const refusalOfOffice = (code: string) =>
  xml(
    `<ResponseDoc><response><errors><error><message>x</message><code>${code}</code></error></errors><statusCode>${
      code === '100' ? 'XMLSyntaxError' : 'ValidationError'
    }</statusCode></response></ResponseDoc>`,
  )

/** Lets the tax office refuse the next answer with a code. The state is asked first, and after a refusal again; both know nothing of an answer. */
const refuseNext = (mark: string, code: string): void =>
  simulator.answerWith(stateOf(mark), refusalOfOffice(code), stateOf(mark))

/** The note that is refused with every code, one after the other. */
let refused: Awaited<ReturnType<typeof received>> | undefined
const CODES = ['100', '102', '104', '105', '201', ...Array.from({ length: 35 }, (_, at) => String(800 + at))]
test.each(CODES)(
  'the code %s of the tax office is shown with what to do, and the note can be answered again',
  async (code) => {
    const { id, mark } = (refused ??= await received())
    await does('user', 'receiving.confirm', { id })
    refuseNext(mark, code)
    await send(mark)
    expect(await shown(id)).toMatchObject({
      answerStatus: 'FAILED',
      answer: { errorCode: code },
      closed: { confirm: null },
    })
    expect(answerAdviceOf(code)).not.toBe('other')
  },
)

test('a refused question for the state does not end an answer that may have arrived, and the next question finds it', async () => {
  const { id, mark } = await received()
  await does('user', 'receiving.confirm', { id })
  simulator.answerWith(stateOf(mark))
  simulator.answerAfter({ status: 500, type: 'text/plain', text: '' })
  await expect(send(mark)).rejects.toThrow('http-500')
  expect(await shown(id)).toMatchObject({ answerStatus: 'SENDING' })
  simulator.answerWith(refusalOfOffice('819'))
  await expect(send(mark)).rejects.toThrow('819')
  expect(await shown(id)).toMatchObject({ answerStatus: 'SENDING', answer: { errorCode: '819' } })
  await send(mark)
  expect(await shown(id)).toMatchObject({ answerStatus: 'DONE', state: 'completed' })
  expect(simulator.events().filter((event) => event.noteMark === mark && event.actorVat === VAT).length).toBe(1)
})

test('a refused question for the state does not end an answer that another process began to send meanwhile', async () => {
  const { id, mark } = await received()
  await does('user', 'receiving.confirm', { id })
  // the other process sends the answer, which arrives without its answer, while this one waits for the state
  const office: TaxOffice = {
    ...openMydata({ ...ACCOUNT, address: simulator.url }),
    stateByQr: async () => {
      simulator.answerWith(stateOf(mark))
      simulator.answerAfter({ status: 500, type: 'text/plain', text: '' })
      await expect(send(mark)).rejects.toThrow('http-500')
      return { kind: 'refused', code: '819', message: '' }
    },
  }
  const slow = {
    runner: company.runner,
    outside: () => ({ ...NOTHING_OUTSIDE, taxOffice: { demoAccount: ACCOUNT, open: () => office } }),
  }
  await expect(sendAnswer(slow, mark)).rejects.toThrow('819')
  expect(await shown(id)).toMatchObject({ answerStatus: 'SENDING', answer: { errorCode: '819' } })
  await send(mark)
  expect(await shown(id)).toMatchObject({ answerStatus: 'DONE', state: 'completed' })
  expect(simulator.events().filter((event) => event.noteMark === mark && event.actorVat === VAT).length).toBe(1)
})

test('an answer that was refused although an earlier call arrived is found when a person answers the closed note in the same way', async () => {
  const { id, mark } = await received()
  await does('user', 'receiving.confirm', { id })
  refuseNext(mark, '819')
  await send(mark)
  simulator.takeFrom({ noteMark: mark, type: 'ConfirmOutcome', outcome: 'FULL', actorVat: VAT })
  await fetchNotes()
  expect(await shown(id)).toMatchObject({ answerStatus: 'FAILED', state: 'completed', closed: { confirm: null } })
  expect(await refusalOf('user', 'receiving.reject', { id, reason: 'Λάθος' })).toMatchObject({
    code: 'receiving.not-in-state.completed',
  })
  await does('user', 'receiving.confirm', { id })
  await send(mark)
  expect(await shown(id)).toMatchObject({ answerStatus: 'DONE', state: 'completed' })
  expect(simulator.events().filter((event) => event.noteMark === mark && event.actorVat === VAT).length).toBe(1)
})

test('answers that wait for a connection are sent later by the schedule', async () => {
  const { id, mark } = await received()
  await does('user', 'receiving.confirm', { id })
  simulator.fail('html-502')
  await expect(send(mark)).rejects.toThrow('http-502')
  expect(await shown(id)).toMatchObject({ answerStatus: 'WAITING', answer: { errorCode: 'http-502' } })
  await company.db.run(sql`delete from jobs`)
  await lookAtAnswers(parts()).run({})
  const jobs = await company.db.many<{ payload: object }>(sql`select payload from jobs where kind = 'receiving.answer'`)
  expect(jobs.map(({ payload }) => payload)).toContainEqual({ noteMark: mark })
})

test('a scanned QR code opens its note in its present state if the tax office answers, fetches one that is not known, and says of every other code what it is', async () => {
  const known = await received()
  const find = (qrUrl: string) => does<{ id: number }>('user', 'receiving.find-by-qr', { qrUrl })
  const refused = (qrUrl: string) => refusalOf('user', 'receiving.find-by-qr', { qrUrl })
  simulator.takeFrom({ noteMark: known.mark, type: 'ConfirmOutcome', outcome: 'FULL', actorVat: PROVIDER })
  simulator.fail('html-502')
  expect(await find(known.qrUrl)).toEqual({ id: known.id })
  expect(await shown(known.id)).toMatchObject({ state: 'in-transit' })
  simulator.recover()
  expect(await find(known.qrUrl)).toEqual({ id: known.id })
  expect(await shown(known.id)).toMatchObject({ state: 'delivered' })
  const fresh = issued()
  const { id } = await find(fresh.qrUrl)
  expect(await shown(id)).toMatchObject({ mark: fresh.mark, state: 'registered' })
  expect(await refused('https://elsewhere.example/?q=1')).toMatchObject({
    code: 'receiving.qr-refused',
    details: { code: '104' },
  })
  expect(await refused('5201234567890')).toMatchObject({ code: 'receiving.no-qr-code' })
  expect(await refused('https://elsewhere.example/?q=\u0000')).toMatchObject({ kind: 'invalid', code: 'input' })
  const invoice = issued({ type: '1.1', lines: [] })
  expect(await refused(invoice.qrUrl)).toMatchObject({ code: 'receiving.qr-refused' })
})

test('a note opens the supplier invoice with its goods matched, at the last prices, and is entered once', async () => {
  const { candle } = company.stock
  await company.db.run(sql`
    insert into provider_products (provider_id, product_id, code, name, bought_price_e4, bought_discount_bp) values (${provider}, ${candle}, 'K-7', 'Κερί', 14200, 500)`)
  const { id } = await received({ lines: [{ code: 'K-7', name: 'Κερί λευκό', quantity: '40', unit: 1 }] })
  const { fileId } = await does<{ fileId: number }>('user', 'receiving.enter-invoice', { id })
  expect(await does('user', 'receiving.enter-invoice', { id })).toEqual({ fileId })
  const { draft } = await does<{ draft: FileDraft }>('user', 'purchases.file-draft', { id: fileId })
  expect(draft).toMatchObject({
    form: 'note',
    provider: { id: provider },
    written: { net: null, vat: null, gross: null },
    sameNumber: null,
    lines: [{ match: { state: 'matched', product: { id: candle } }, becomes: [{ quantity: 400_000 }] }],
  })
  const { rows } = await does<{ rows: Goods[] }>('user', 'purchases.goods-for-draft', {
    ids: [candle],
    providerId: provider,
  })
  const invoice = invoiceOfFile(draft, rows)
  expect(invoice).toMatchObject({
    number: '',
    importDate: null,
    lines: [{ price: 14200, discount: 500, quantity: 400_000 }],
  })
  await does(
    'user',
    'purchases.create-invoice',
    inputOf({ ...invoice, number: 'Τ-77', refcode: '24.00.01' }) as InputOf<never>,
  )
  expect(await refusalOf('user', 'receiving.enter-invoice', { id })).toMatchObject({
    code: 'purchases.file.used',
    details: { number: 'Τ-77' },
  })
})
