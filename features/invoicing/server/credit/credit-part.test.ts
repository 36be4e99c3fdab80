/** Tests credit notes for a part of an invoiced order: their content, what they may take back, and what follows from them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf } from '#kernel/day.ts'
import { readAccount, readEntries } from '#features/customers/server/account.ts'
import { settle } from '#features/parties/domain/settlement.ts'
import { openCharges } from '#features/ledger/server/open-charges.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { Runner } from '#server/runner.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { secondProcess } from '#testing/database.ts'
import { countViolations } from '#testing/invariants.ts'
import { peopleOf } from '#testing/people.ts'
import { sendDocument } from '../jobs.ts'
import { creditPartCommand } from './credit-part.ts'

const PIECE = 10_000
const MARK = 400_001_000_000_000
let company: TestCompany
let marks = 0
let answers: 'acknowledged' | 'refused' = 'acknowledged'

/** The MARK that the service names when it is asked; null if it knows no document. */
let known: string | null = null

const issued = (mark: string) => ({
  kind: 'acknowledged',
  processId: 'p',
  mark,
  uid: 'U',
  authenticationCode: 'A',
  qrUrl: '',
})

const accounting = {
  ask: async () => (known === null ? { kind: 'absent' } : issued(known)),
  send: async () =>
    answers === 'refused' ? { kind: 'refused', code: '204', message: 'no' } : issued(String(MARK + ++marks)),
} as unknown as Accounting

beforeAll(async () => {
  company = await openTestCompany({ accounting })
  await company.db.run(sql`insert into settings (name, value) values ('accounting-state', '{"configured": true}'),
    ('company', '{"name": "Κερίνο", "vat": "094014201", "address": "Αιόλου 86"}')`)
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)

async function doJobs(): Promise<void> {
  const jobs = await company.db.many<{ id: number; payload: unknown }>(
    sql`select id, payload from jobs where kind = 'invoicing.send-document' and finished_at is null order by id`,
  )
  for (const { id, payload } of jobs) {
    await sendDocument(company.runner, () => ({ accounting }))(payload)
    await company.db.run(sql`update jobs set finished_at = now() where id = ${id}`)
  }
}

/** Creates an invoiced order of ten candles at 10.00 with 24 % VAT, or of the given line, in the shipment of the driver. */
async function onShipping(line: object = { quantity: 10 * PIECE }): Promise<number> {
  const { customer, candle } = company.stock
  const { id } = await does<{ id: number }>('user', 'orders.create-order', {
    customerId: customer,
    lines: [{ productId: candle, ...line }],
    loans: [],
  })
  await does('user', 'orders.move-order', { id, transition: 'send' })
  await does('production', 'packaging.package-order', { id, name: 'Νίκος' })
  await does('user', 'invoicing.send-invoices', { ids: [id], release: true })
  await doJobs()
  await plan(id)
  return id
}
const plan = (id: number) =>
  does('operations', 'shipping.plan-shipment', {
    orderIds: [id],
    driverType: 'Driver',
    driver: 'Οδηγός',
    driverUserId: company.userIds.driver,
  })
const deliver = (orderId: number, pieces = 10) =>
  does<{ followUpOrderId: number | null }>('driver', 'shipping.close-delivery', {
    orderId,
    action: 'deliver',
    ...(pieces === 10 ? {} : { delivered: [{ lineNo: 1, quantity: pieces * PIECE }] }),
  })
const versionOf = async (id: number) =>
  (await company.db.one<{ version: number }>(sql`select version from orders where id = ${id}`)).version
const partOf = async (id: number, pieces: number) => ({
  id,
  version: await versionOf(id),
  lines: [{ lineNo: 1, quantity: pieces * PIECE }],
})
async function credit(id: number, pieces: number): Promise<void> {
  await does('user', 'invoicing.credit-part', await partOf(id, pieces))
  await doJobs()
}
const salesOf = async () => (await readAccount(company.db, company.stock.customer)).sales
const countedOf = () =>
  company.db.one<{ net: number; pieces: number }>(sql`
    select (select coalesce(sum(net_cents), 0)::bigint from postings where source = 'order' and ended_at is null) as net,
      (select coalesce(sum(quantity_e4), 0)::bigint from counted_goods where source = 'order') as pieces`)
const stock = async () =>
  (
    await company.db.one<{ stock: number }>(
      sql`select stock_e4 as stock from products where id = ${company.stock.candle}`,
    )
  ).stock

test('a credit note in part names the invoice, lowers balance and sales, and moves no stock', async () => {
  const id = await onShipping()
  await deliver(id)
  const [sales, counted, held] = [await salesOf(), await countedOf(), await stock()]
  await credit(id, 3)
  const [invoice, note] = await company.db.many<{ mark: string; request: object; kind: string }>(
    sql`select kind, mark, request from accounting_documents where order_id = ${id} order by id`,
  )
  expect(note).toMatchObject({
    kind: 'credit-part',
    request: {
      type: '5.1',
      correlatedMark: invoice?.mark,
      net: 30_00,
      vat: 7_20,
      total: 37_20,
      lines: [{ quantity: 3 * PIECE }],
    },
  })
  expect(await salesOf()).toBe(sales - 37_20)
  expect(await countedOf()).toEqual({ net: counted.net - 30_00, pieces: counted.pieces - 3 * PIECE })
  expect(await stock()).toBe(held)
  const { order } = await does<{ order: object }>('user', 'orders.detail', { id })
  expect(order).toMatchObject({ status: 'SHIPPED', creditedInPart: 37_20, facts: { credited: false } })
  // what is open of the order itself falls, on the page of the customer and in the report of debts
  const { customer } = company.stock
  const entries = await readEntries(company.db, customer)
  expect(entries.filter(({ kind }) => kind === 'credit')).toMatchObject([{ amount: -37_20, settles: id }])
  const [open] = await company.db.many<{ open: number }>(
    sql`select open from (${openCharges('customers', (column) => sql`${column} = ${customer}`)}) c where id = ${id}`,
  )
  const settled = settle(entries).charges.find(({ entry }) => entry.kind === 'order' && entry.id === id)
  expect(open?.open).toBe(settled?.open)
  expect(open?.open).toBeLessThanOrEqual(124_00 - 37_20)
  expect(Object.entries(await countViolations(company.db)).filter(([, count]) => count > 0)).toEqual([])
})

test('a credit note in part of a receipt is said to name no document, and names none', async () => {
  const { customer } = company.stock
  await company.db.run(sql`update customers set vat = '', tax_kind = 'private' where id = ${customer}`)
  const id = await onShipping()
  const creditable = (orderId: number) =>
    does<{ ofReceipt: boolean; mark: string | null }>('user', 'invoicing.creditable', { orderId })
  expect(await creditable(id)).toMatchObject({ ofReceipt: true, mark: expect.any(String) })
  await credit(id, 1)
  const { request } = await company.db.one<{ request: object }>(
    sql`select request from accounting_documents where order_id = ${id} and kind = 'credit-part'`,
  )
  expect(request).toMatchObject({ type: '11.4', correlatedMark: null })
  await company.db.run(sql`update customers set vat = '094019245', tax_kind = '' where id = ${customer}`)
  expect(await creditable(await onShipping())).toMatchObject({ ofReceipt: false })
})

test('nothing is matched to an order while its credit note is under way, and a credit note frees what is matched beyond the rest', async () => {
  const id = await onShipping()
  await deliver(id)
  const { id: paymentId } = await does<{ id: number }>('user', 'payments.record-payment', {
    bound: 'Inbound',
    type: 'CASH',
    amount: 124_00,
    date: dayOf(new Date().toISOString()),
    customerId: company.stock.customer,
  })
  const wanted = (cents: number) => ({ id: paymentId, matches: [{ documentId: id, cents }] })
  const most = async () => {
    const { documents } = await does<{ documents: { id: number; most: number }[] }>('user', 'payments.matching', {
      id: paymentId,
    })
    return documents.find((document) => document.id === id)?.most ?? 0
  }
  const matched = () => company.db.many(sql`select cents from payment_matches where order_id = ${id}`)
  expect(await most()).toBe(124_00)
  await does('user', 'invoicing.credit-part', await partOf(id, 3))
  expect(await refusalOf('user', 'payments.match-payment', wanted(1))).toMatchObject({
    code: 'payments.credit-under-way',
    details: { documentId: id },
  })
  expect(await most()).toBe(0)
  await doJobs()
  expect(await most()).toBe(86_80)
  expect(await refusalOf('user', 'payments.match-payment', wanted(86_81))).toMatchObject({
    code: 'payments.more-than-open',
  })
  await does('user', 'payments.match-payment', wanted(86_80))
  await does('user', 'invoicing.credit-part', await partOf(id, 2))
  // what is matched already stays until it is known what the credit note takes back
  await does('user', 'payments.match-payment', wanted(86_80))
  expect(await most()).toBe(86_80)
  await doJobs()
  expect(await matched()).toEqual([])
  await does('user', 'payments.match-payment', wanted(62_00))
  answers = 'refused'
  await credit(id, 1)
  answers = 'acknowledged'
  expect(await matched()).toEqual([{ cents: 62_00 }])
})

test('two processes never take back the same pieces, and all credit notes together are never more than the invoice', async () => {
  const id = await onShipping()
  await deliver(id)
  const wanted = await partOf(id, 6)
  const other = await secondProcess(company.db)
  const [here, there] = [company.db, other].map((db) => new Runner({ db, clock: () => new Date() }))
  const press = (runner?: Runner) =>
    runner?.run(creditPartCommand, wanted, SYSTEM).then(
      () => 'credited',
      (error: unknown) => (error instanceof Refused ? error.refusal.code : error),
    )
  const both = await Promise.all([press(here), press(there)])
  expect(both.toSorted()).toEqual(['credited', 'orders.document-under-way'])
  await other.close()
  await doJobs()
  expect(await refusalOf('user', 'invoicing.credit-part', await partOf(id, 5))).toMatchObject({
    code: 'orders.credited-too-much',
  })
  await credit(id, 4)
  const { order } = await does<{ order: object }>('user', 'orders.detail', { id })
  expect(order).toMatchObject({ creditedInPart: 124_00, facts: { credited: true } })
  expect(await refusalOf('user', 'invoicing.credit-part', await partOf(id, 1))).toMatchObject({
    code: 'orders.all-credited',
  })
})

test('a refused credit note takes back nothing, and its number goes to the next one', async () => {
  const id = await onShipping()
  answers = 'refused'
  await credit(id, 2)
  answers = 'acknowledged'
  await credit(id, 10)
  const notes = await company.db.many<{ status: string; number: number }>(
    sql`select status, number from accounting_documents where order_id = ${id} and kind = 'credit-part' order by id`,
  )
  expect(notes.map(({ status }) => status)).toEqual(['FAILED', 'ACKNOWLEDGED'])
  expect(notes[1]?.number).toBe(notes[0]?.number)
})

/** Issues a refused credit note: a person finds at the service that it was issued, or a restore brings it back. */
async function issueAfterAll(documentId: number): Promise<void> {
  await company.db.run(sql`
    update accounting_documents set status = 'UNKNOWN', attempts = 1, error_code = null, number = number + 1000 where id = ${documentId}`)
  await sendDocument(company.runner, () => ({ accounting }))({ documentId })
}

test('a credit note that was issued after all never takes back more than the invoice together with later ones', async () => {
  const id = await onShipping()
  answers = 'refused'
  await credit(id, 6)
  answers = 'acknowledged'
  await credit(id, 5)
  const [first] = await company.db.many<{ id: number }>(
    sql`select id from accounting_documents where order_id = ${id} and kind = 'credit-part' order by id`,
  )
  await issueAfterAll(first!.id)
  const stands = () =>
    company.db.one<object>(sql`
      select d.status, d.error_code as code, o.credited_cents as credited from accounting_documents d join orders o on o.id = d.order_id
      where d.id = ${first!.id}`)
  expect(await stands()).toEqual({ status: 'CONFLICT', code: 'credited-twice', credited: 62_00 })
  const found = { id, mark: '400009999000123', reason: 'Το είδα' }
  expect(await refusalOf('user', 'invoicing.enter-mark', found)).toMatchObject({ code: 'invoicing.credited-twice' })
  await does('user', 'invoicing.confirm-not-issued', { id, reason: 'Ακυρώθηκε στην υπηρεσία' })
  await credit(id, 5)
  expect(await stands()).toEqual({ status: 'FAILED', code: 'confirmed-not-issued', credited: 124_00 })
})

test('a credit note that was issued after all is not counted if it takes back a cent more than later ones left', async () => {
  // the VAT of two at 3.35 and of nine is 1.61 and 7.24, and that of eleven is 8.84
  const id = await onShipping({ quantity: 11 * PIECE, salesPrice: 33_500 })
  answers = 'refused'
  await credit(id, 2)
  answers = 'acknowledged'
  await credit(id, 9)
  const { first } = await company.db.one<{ first: number }>(
    sql`select min(document_id)::bigint as first from credits where order_id = ${id}`,
  )
  await issueAfterAll(first)
  expect(
    await company.db.one<object>(sql`
      select d.status, d.error_code as code, o.credited_cents as credited from accounting_documents d join orders o on o.id = d.order_id
      where d.id = ${first}`),
  ).toEqual({ status: 'CONFLICT', code: 'credited-twice', credited: 37_39 })
})

test('the MARK of a delivery note is not entered for a document, nor taken from an answer', async () => {
  const id = await onShipping()
  const taken = String(MARK + marks + 1)
  await company.db.run(sql`
    insert into delivery_notes (shipment_id, stop, order_ids, key, status, request, series, series_year, branch, number, mark, issued_by)
    select shipment_id, 'a', array[${id}::bigint], 'note', 'ACKNOWLEDGED', '{}', 'ΔΑ', 2026, 0, 1, ${taken}, 't'
    from shipment_orders where order_id = ${id} limit 1`)
  const note = () =>
    company.db.one<object>(
      sql`select status, error_code as code, mark from accounting_documents where order_id = ${id} order by id desc limit 1`,
    )
  await does('user', 'invoicing.credit-part', await partOf(id, 1))
  known = taken
  for (let again = 0; again < 3; again += 1) {
    // an answer about something else may be a single fault of the service, so it is asked again
    await expect(doJobs()).rejects.toThrow('something else')
    expect(await note()).toEqual({ status: 'UNKNOWN', code: 'mark-taken', mark: null })
  }
  await doJobs()
  known = null
  expect(await note()).toEqual({ status: 'CONFLICT', code: 'mark-taken', mark: null })
  const typed = (mark: string) => ({ id, mark, reason: 'Το είδα' })
  expect(await refusalOf('user', 'invoicing.enter-mark', typed(taken))).toMatchObject({
    code: 'invoicing.mark-of-note',
    details: { number: 'ΔΑ 1' },
  })
  await does('user', 'invoicing.enter-mark', typed('400009999000124'))
  expect(await note()).toMatchObject({ status: 'ACKNOWLEDGED', mark: '400009999000124' })
})

test('what was credited beyond the delivered pieces goes to the rest of the order, and a credit note of the rest takes back what is left', async () => {
  const sales = await salesOf()
  const id = await onShipping()
  await credit(id, 3)
  const { followUpOrderId: rest } = await deliver(id, 2)
  const credited = async (orderId: number) =>
    (await does<{ order: { creditedInPart: number } }>('user', 'orders.detail', { id: orderId })).order.creditedInPart
  expect([await credited(id), await credited(Number(rest))]).toEqual([24_80, 12_40])
  expect(await salesOf()).toBe(sales)
  await plan(Number(rest))
  await does('driver', 'shipping.close-delivery', { orderId: rest, action: 'return', reasonCode: 'refused' })
  await does('user', 'invoicing.credit-and-cancel', { id: rest })
  await doJobs()
  const note = await company.db.one<{ request: object }>(
    sql`select request from accounting_documents where order_id = ${rest} and kind = 'credit-note'`,
  )
  expect(note.request).toMatchObject({ total: 86_80, lines: [{ quantity: 7 * PIECE }] })
  expect(await salesOf()).toBe(sales)
  expect(Object.entries(await countViolations(company.db)).filter(([, count]) => count > 0)).toEqual([])
})

test('pieces that were credited and then delivered are worth what was credited of them, to the cent', async () => {
  // two at 3.35 have 1.61 of VAT; the VAT of eleven less that of nine is 1.60
  const id = await onShipping({ quantity: 11 * PIECE, salesPrice: 33_500 })
  await credit(id, 2)
  const { followUpOrderId: rest } = await deliver(id, 2)
  const worth = (orderId: number | null) =>
    company.db.one<object>(
      sql`select total_cents as total, credited_cents as credited from orders where id = ${orderId}`,
    )
  expect([await worth(id), await worth(rest)]).toEqual([
    { total: 8_31, credited: 8_31 },
    { total: 37_38, credited: 0 },
  ])
  await credit(Number(rest), 9)
  expect(await worth(rest)).toEqual({ total: 37_38, credited: 37_38 })
  expect(Object.entries(await countViolations(company.db)).filter(([, count]) => count > 0)).toEqual([])
})

test('a refused credit note leaves the delivered pieces to the one that was issued', async () => {
  const id = await onShipping()
  answers = 'refused'
  await credit(id, 8)
  answers = 'acknowledged'
  await credit(id, 8)
  const { followUpOrderId: rest } = await deliver(id, 3)
  const credited = await company.db.many<object>(
    sql`select credited_cents as credited from orders where id in (${id}, ${rest}) order by id`,
  )
  expect(credited).toEqual([{ credited: 37_20 }, { credited: 62_00 }])
})

test('a red invoice is no tax document and has no credit note (C-32)', async () => {
  const id = await company.order('INVOICED')
  await company.db.run(sql`update orders set invoice_mode = 'red' where id = ${id}`)
  expect(await refusalOf('user', 'invoicing.credit-part', await partOf(id, 1))).toMatchObject({
    code: 'orders.not-credited',
  })
})
