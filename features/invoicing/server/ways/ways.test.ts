/** Tests the ways by which documents are sent: files with an imported answer, and the test environment. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import type { Accounting, AccountingDocument } from '#server/integrations/accounting/accounting.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { uidOf } from '#server/integrations/accounting/mydata-answer.ts'
import { mydataXml } from '#server/integrations/accounting/mydata-xml.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { faultsOfXml } from '#testing/tax/mydata-schema.ts'
import type { Way } from '../../domain/ways.ts'
import { sendDocument } from '../jobs.ts'
import { wayEndedByLaw } from './lawful-way.ts'

const ACCESS = { subscriptionKey: 's', email: 'e@kerino.test', password: 'p' }

let company: TestCompany
let simulator: EpsilonSimulator
let accounting: Accounting
beforeAll(async () => {
  company = await openTestCompany()
  simulator = await startEpsilonSimulator(ACCESS)
  accounting = openEpsilon({ ...ACCESS, loginUrl: simulator.loginUrl, hostSuffix: 'epsilonnet.gr' })
  await company.db.run(sql`
    insert into settings (name, value) values ('accounting-state', '{"configured": true, "test": true}'),
      ('company', '{"name": "Κερίνο", "vat": "094014201", "address": "Αιόλου 86"}')
    on conflict (name) do update set value = excluded.value`)
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
})
afterAll(async () => {
  await simulator?.close()
  await company?.close()
})
beforeEach(() => company.db.script(`delete from settings where name = 'sending'`))

const { does, refusalOf } = peopleOf(() => company)
const switchTo = (way: Way, shown: Way = 'provider') => ({ values: { way }, shown: { way: shown } })
const save = (way: Way, shown?: Way) => does('admin', 'settings.save-sending', switchTo(way, shown))

type Stored = {
  id: number
  status: string
  errorCode: string | null
  errorMessage: string | null
  mark: string | null
  qrUrl: string | null
  series: string
  number: number
  request: AccountingDocument
}
const newest = (orderId: number): Promise<Stored> =>
  company.db.one<Stored>(sql`
    select id, status, error_code as "errorCode", error_message as "errorMessage", mark, qr_url as "qrUrl", series, number, request
    from accounting_documents where order_id = ${orderId} order by id desc limit 1`)
const orderStatus = async (id: number) =>
  (await company.db.one<{ status: string }>(sql`select status from orders where id = ${id}`)).status

/** Requests the invoice of a new order, and runs its job once. */
async function sent(test: Accounting | null = null): Promise<number> {
  const orderId = await company.order('READY-TO-INVOICE')
  await does('user', 'invoicing.send-invoices', { ids: [orderId] })
  await send(orderId, test)
  return orderId
}
const send = async (orderId: number, test: Accounting | null = null) => {
  const { id } = await newest(orderId)
  await sendDocument(company.runner, () => ({ accounting, testAccounting: test }))({ documentId: id }).catch(() => {})
}
const paperOf = async (id: number) => {
  const { rawPayload } = await company.app.inject({
    url: `/app/invoicing.document.pdf?input=${encodeURIComponent(JSON.stringify({ id }))}`,
    headers: { 'x-dreamfactory-session-token': company.tokens.user },
  })
  return (await readPdf(rawPayload)).pages.join('\n')
}
const answerOf = (parts: string) =>
  `<?xml version="1.0"?><ResponseDoc><response><index>1</index>${parts}</response></ResponseDoc>`

test('a document that is sent as a file waits with a valid XML, and the imported answer issues it', async () => {
  await save('file')
  const orderId = await sent()
  const waiting = await newest(orderId)
  expect(waiting).toMatchObject({ status: 'SENDING', errorCode: 'by-file', mark: null })
  expect(simulator.documents()).toEqual([])
  // lists and the order say that the MARK is awaited, and not that something is being sent
  const { rows } = await does<{ rows: { id: number; document: string }[] }>('user', 'orders.list', { filters: {} })
  expect(rows.find(({ id }) => id === orderId)?.document).toBe('AWAITS-MARK')
  const awaited = { status: ['READY-TO-INVOICE'], document: ['AWAITS-MARK'] }
  expect(await does('user', 'orders.ids', { filters: awaited })).toMatchObject({ ids: [orderId] })
  const notSent = { status: ['READY-TO-INVOICE'], document: ['SENDING'] }
  expect(await does('user', 'orders.ids', { filters: notSent })).toMatchObject({ ids: [] })
  expect(await does('user', 'invoicing.under-way', {})).toMatchObject({ sending: 0, awaitsMark: 1 })
  expect(await does('user', 'orders.linked', { id: orderId })).toMatchObject({ documents: [{ status: 'AWAITS-MARK' }] })
  expect(await does('user', 'invoicing.of-order', { orderId })).toMatchObject({ invoices: [{ status: 'AWAITS-MARK' }] })
  expect(await faultsOfXml([{ fileName: 'a.xml', contents: mydataXml(waiting.request) }])).toEqual([])
  expect(await paperOf(waiting.id)).toContain('ΧΩΡΙΣ ΜΑΡΚ')
  expect(await refusalOf('admin', 'settings.save-sending', switchTo('provider', 'file'))).toMatchObject({
    code: 'invoicing.documents-wait',
    details: { count: 1, records: [{ name: `${waiting.series} ${waiting.number}`, to: `/order-detail/${orderId}` }] },
  })
  const success =
    '<invoiceMark>400001234567801</invoiceMark><qrUrl>https://aade.example/q?a=1&amp;b=2</qrUrl><statusCode>Success</statusCode>'
  for (const foreign of ['<ResponseDoc/>', 'x', answerOf(`<invoiceUid>${'A'.repeat(40)}</invoiceUid>${success}`)])
    expect((await refusalOf('user', 'invoicing.import-answer', { id: orderId, answer: foreign }))?.code).toBe(
      'invoicing.answer-unreadable',
    )
  const answer = answerOf(`<invoiceUid>${uidOf(waiting.request)}</invoiceUid>${success}`)
  expect(await does('user', 'invoicing.import-answer', { id: orderId, answer })).toEqual({ id: orderId, issued: true })
  expect(await newest(orderId)).toMatchObject({
    status: 'ACKNOWLEDGED',
    mark: '400001234567801',
    qrUrl: 'https://aade.example/q?a=1&b=2',
  })
  expect(await orderStatus(orderId)).toBe('INVOICED')
  expect(await paperOf(waiting.id)).toContain('ΜΑΡΚ 400001234567801')
})

test('an answer that refuses a file lets the order be sent again with the same number', async () => {
  await save('file')
  const orderId = await sent()
  const { number } = await newest(orderId)
  const answer = answerOf(
    '<errors><error><message>Wrong&#0;AFM</message><code>202</code></error></errors><statusCode>ValidationError</statusCode>',
  )
  expect(await does('user', 'invoicing.import-answer', { id: orderId, answer })).toEqual({ id: orderId, issued: false })
  expect(await newest(orderId)).toMatchObject({ status: 'FAILED', errorCode: '202', errorMessage: 'Wrong AFM' })
  await does('user', 'invoicing.send-invoices', { ids: [orderId] })
  await send(orderId)
  expect(await newest(orderId)).toMatchObject({ number, status: 'SENDING', errorCode: 'by-file' })
  const mark = '400001234567802'
  await does('user', 'invoicing.enter-mark', { id: orderId, mark, reason: 'Από την εφαρμογή' })
  expect(await orderStatus(orderId)).toBe('INVOICED')
})

test('a document of the test environment is marked as a test, takes no real number, and never counts as issued', async () => {
  await save('provider-test')
  const before = simulator.documents().length
  const orderId = await sent(accounting)
  const tested = await newest(orderId)
  expect(simulator.documents()).toHaveLength(before + 1)
  expect(tested).toMatchObject({ status: 'FAILED', errorCode: 'test-only', mark: null, series: 'ΔΟΚ-ΤΠ' })
  expect(await orderStatus(orderId)).toBe('READY-TO-INVOICE')
  expect(await paperOf(tested.id)).toContain('ΔΟΚΙΜΗ')
  expect((await refusalOf('user', 'invoicing.document-draft', { id: tested.id }))?.code).toBe('invoicing.no-paper')
  await save('provider', 'provider-test')
  await does('user', 'invoicing.send-invoices', { ids: [orderId] })
  await send(orderId)
  expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', series: 'ΤΠ' })
  expect(await orderStatus(orderId)).toBe('INVOICED')
})

test('a second test of the same order is a test too, and no person gives a test document a MARK', async () => {
  await save('provider-test')
  const orderId = await sent(accounting)
  const first = await newest(orderId)
  await does('user', 'invoicing.send-invoices', { ids: [orderId] })
  const entered = { id: orderId, mark: '400001234567866', reason: 'Το είδα' }
  expect(await refusalOf('user', 'invoicing.enter-mark', entered)).toMatchObject({ code: 'invoicing.of-test' })
  await send(orderId, accounting)
  const second = await newest(orderId)
  expect(second).toMatchObject({ status: 'FAILED', errorCode: 'test-only', mark: null, number: first.number + 1 })
  expect(await orderStatus(orderId)).toBe('READY-TO-INVOICE')
})

test('the way does not change while a call for a document that counts as not issued may still be booked', async () => {
  const orderId = await sent()
  await company.db.run(sql`
    update accounting_documents set status = 'UNKNOWN', mark = null where order_id = ${orderId}`)
  await company.db.run(sql`update orders set status = 'READY-TO-INVOICE' where id = ${orderId}`)
  await does('user', 'invoicing.confirm-not-issued', { id: orderId, reason: 'Δεν βρέθηκε' })
  // a confirmation during a call, as earlier versions accepted it
  await company.db.run(sql`update accounting_documents set unclear_since = now() where order_id = ${orderId}`)
  expect(await refusalOf('admin', 'settings.save-sending', switchTo('file'))).toMatchObject({
    code: 'invoicing.switch-later',
    details: { minutes: QUIET_MINUTES },
  })
  await company.db.run(sql`
    update accounting_documents set unclear_since = now() - make_interval(mins => ${QUIET_MINUTES}) where order_id = ${orderId}`)
  await save('file')
})

test('a credit note in part counts when the answer to its file is imported, and never as a test', async () => {
  const orderId = await sent()
  const part = async (pieces: number) => {
    const { version } = await company.db.one<{ version: number }>(sql`select version from orders where id = ${orderId}`)
    await does('user', 'invoicing.credit-part', { id: orderId, version, lines: [{ lineNo: 1, quantity: pieces }] })
  }
  const credited = () =>
    company.db.one<object>(sql`select credited_cents as credited, status from orders where id = ${orderId}`)
  await save('provider-test')
  await part(10_000)
  await send(orderId, accounting)
  expect(await newest(orderId)).toMatchObject({ status: 'FAILED', errorCode: 'test-only', series: 'ΔΟΚ-ΠΤ' })
  expect(await credited()).toEqual({ credited: 0, status: 'INVOICED' })
  await save('file', 'provider-test')
  await part(10_000)
  await send(orderId)
  const waiting = await newest(orderId)
  expect(waiting).toMatchObject({ status: 'SENDING', errorCode: 'by-file', series: 'ΠΤ', request: { type: '5.1' } })
  expect(await faultsOfXml([{ fileName: 'a.xml', contents: mydataXml(waiting.request) }])).toEqual([])
  const answer = answerOf(
    `<invoiceUid>${uidOf(waiting.request)}</invoiceUid><invoiceMark>400001234567877</invoiceMark><statusCode>Success</statusCode>`,
  )
  expect(await does('user', 'invoicing.import-answer', { id: orderId, answer })).toMatchObject({ issued: true })
  expect(await credited()).toEqual({ credited: waiting.request.total, status: 'INVOICED' })
})

test('a document that was written as a test goes to no other service', async () => {
  await save('provider-test')
  const before = simulator.documents().length
  const orderId = await sent(null)
  expect(simulator.documents()).toHaveLength(before)
  expect((await newest(orderId)).status).toBe('WAITING')
})

test('the way of sending that the law ends is a fact while it is chosen, and another such way is a new one', async () => {
  const factsOf = async (way: Way) => {
    await company.db.run(sql`
      insert into settings (name, value) values ('sending', ${JSON.stringify({ way })}::jsonb)
      on conflict (name) do update set value = excluded.value`)
    return wayEndedByLaw.find(company.db, dayOf(new Date().toISOString()))
  }
  const [file, smart] = [await factsOf('file'), await factsOf('smart')]
  expect([file.length, smart.length, smart[0] === file[0]]).toEqual([1, 1, false])
  expect([await factsOf('provider'), await factsOf('provider-test')]).toEqual([[], []])
})
