/** Tests that an order whose small lines round their VAT away is invoiced with the VAT of their sum (C-93). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { countViolations } from '#testing/invariants.ts'
import { peopleOf } from '#testing/people.ts'
import type { Day } from '#kernel/day.ts'
import { sendDocument } from './jobs.ts'
import { readDocumentPaper } from './paper/document-paper.ts'

const PIECE = 10_000
const SIMULATED = { subscriptionKey: 'subscription', email: 'kerino@example.com', password: 'simulated' }
let company: TestCompany
let simulator: EpsilonSimulator
let accounting: Accounting

beforeAll(async () => {
  simulator = await startEpsilonSimulator({ ...SIMULATED })
  accounting = openEpsilon({ loginUrl: simulator.loginUrl, ...SIMULATED, hostSuffix: '127.0.0.1' })
  company = await openTestCompany({ accounting })
  await company.db.run(sql`insert into settings (name, value) values ('accounting-state', '{"configured": true}'),
    ('company', '{"name": "Κερίνο", "vat": "094014201", "address": "Αιόλου 86"}')`)
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
})
afterAll(async () => {
  await company?.close()
  await simulator?.close()
})

const { does } = peopleOf(() => company)

type Sums = { products: number; vat: number; total: number; credited: number }
const sumsOf = (id: number) =>
  company.db.one<Sums>(sql`
    select products_cents as products, vat_cents as vat, total_cents as total, credited_cents as credited from orders where id = ${id}`)

/** Creates an order of 100 candles on 100 lines at 0.02, with 24 % VAT. */
async function hundredLines(): Promise<number> {
  const { customer, candle } = company.stock
  const line = { productId: candle, quantity: PIECE, salesPrice: 200 }
  const { id } = await does<{ id: number }>('user', 'orders.create-order', {
    customerId: customer,
    lines: Array.from({ length: 100 }, () => line),
    loans: [],
  })
  await company.db.run(sql`
    insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (${candle}, ${100 * PIECE}, 0, 'counted', 't')`)
  await does('user', 'orders.process-orders', {})
  await does('user', 'orders.move-order', { id, transition: 'send' })
  return id
}

async function invoice(id: number): Promise<number> {
  await does('user', 'invoicing.send-invoices', { ids: [id], release: true })
  return sendAll()
}

/** Sends the waiting documents. Returns the id of the last one, and fails if it was refused. */
async function sendAll(): Promise<number> {
  const jobs = await company.db.many<{ id: number; payload: { documentId: number } }>(
    sql`select id, payload from jobs where kind = 'invoicing.send-document' and finished_at is null order by id`,
  )
  for (const { id, payload } of jobs) {
    await sendDocument(company.runner, () => ({ accounting }))(payload)
    await company.db.run(sql`update jobs set finished_at = now() where id = ${id}`)
  }
  const documentId = jobs.at(-1)?.payload.documentId ?? 0
  expect(
    await company.db.one(sql`select status, error_message as error from accounting_documents where id = ${documentId}`),
  ).toEqual({ status: 'ACKNOWLEDGED', error: null })
  return documentId
}

test('a hundred lines of 0.02 have 0.48 VAT on the order, at the tax office and on the paper, which shows it as a row of its own', async () => {
  const id = await hundredLines()
  expect(await sumsOf(id)).toMatchObject({ products: 200, vat: 48, total: 248 })
  expect(
    await company.db.many(sql`
      select vat_cents as vat, vat_rounding_cents as rounding from order_lines where order_id = ${id} and vat_rounding_cents <> 0`),
  ).toEqual([{ vat: 48, rounding: 48 }])
  await does('production', 'packaging.package-order', { id, name: 'Νίκος' })
  const documentId = await invoice(id)
  const paper = await readDocumentPaper({ rows: company.db, today: '2026-11-20' as Day }, documentId)
  const lines = paper.blocks.find((block) => block.kind === 'table')
  expect(lines?.rows).toHaveLength(101)
  expect(lines?.rows[0]?.at(-1)).toBe('0,00')
  expect(lines?.rows.at(-1)?.filter(Boolean)).toEqual(['Στρογγυλοποίηση ΦΠΑ 24%', '24%', '0,48'])

  // credit notes in part take back the invoice to the cent
  const lineNos = Array.from({ length: 100 }, (_, at) => at + 1)
  for (const part of [lineNos.slice(50), lineNos.slice(0, 50)]) {
    const { version } = await company.db.one<{ version: number }>(sql`select version from orders where id = ${id}`)
    await does('user', 'invoicing.credit-part', {
      id,
      version,
      lines: part.map((lineNo) => ({ lineNo, quantity: PIECE })),
    })
    await sendAll()
  }
  expect(await sumsOf(id)).toMatchObject({ total: 248, credited: 248 })
  expect(Object.entries(await countViolations(company.db)).filter(([, count]) => count !== 0)).toEqual([])
})

test('each part of an order that is packed in part has the VAT of its own sum', async () => {
  const id = await hundredLines()
  const { candle } = company.stock
  const short = Array.from({ length: 60 }, (_, at) => ({
    lineNo: at + 1,
    productId: candle,
    ordered: PIECE,
    packed: 0,
  }))
  const { followUpOrderId } = await does<{ followUpOrderId: number }>('production', 'packaging.package-order', {
    id,
    name: 'Νίκος',
    short,
  })
  expect([await sumsOf(id), await sumsOf(followUpOrderId)]).toMatchObject([
    { products: 80, vat: 19, total: 99 },
    { products: 120, vat: 29, total: 149 },
  ])
  await invoice(id)
})

test('taking the VAT off and charging it again gives the same VAT', async () => {
  const id = await hundredLines()
  const charge = async (charged: boolean) => {
    const { version } = await company.db.one<{ version: number }>(sql`select version from orders where id = ${id}`)
    await does('user', 'invoicing.charge-vat', { id, version, charged })
    return (await sumsOf(id)).vat
  }
  await company.db.run(
    sql`update customers set country = 'CH', vat = 'CHE123456788' where id = ${company.stock.customer}`,
  )
  expect([await charge(false), await charge(true)]).toEqual([0, 48])
  await company.db.run(sql`update customers set country = '', vat = '094019245' where id = ${company.stock.customer}`)
})

test('goods and services for a private person outside the union: the goods are an export, and the services keep their VAT', async () => {
  const { customer } = company.stock
  const id = await hundredLines()
  await company.db.run(sql`update order_lines set service = true where order_id = ${id} and line_no > 50`)
  await company.db.run(sql`update customers set country = 'USA', vat = '', tax_kind = 'private' where id = ${customer}`)
  const vat = async () => (await does<{ vat: object }>('user', 'invoicing.problems', { orderId: id })).vat
  const charge = async (charged: boolean) => {
    const { version } = await company.db.one<{ version: number }>(sql`select version from orders where id = ${id}`)
    await does('user', 'invoicing.charge-vat', { id, version, charged })
  }
  expect(await vat()).toEqual({ charged: true, servicesKeep: true, takenOff: false, stays: null })
  await charge(false)
  // 50 services of 0.02 without VAT
  expect(await sumsOf(id)).toMatchObject({ products: 200, vat: 24, total: 224 })
  expect(await vat()).toEqual({ charged: false, servicesKeep: true, takenOff: true, stays: null })
  await charge(true)
  expect((await sumsOf(id)).vat).toBe(48)
  await company.db.run(sql`update customers set country = '', vat = '094019245', tax_kind = '' where id = ${customer}`)
})

test('an order of one line that is packed in part is invoiced with the VAT of what was packed', async () => {
  const { customer, candle } = company.stock
  const { id } = await does<{ id: number }>('user', 'orders.create-order', {
    customerId: customer,
    lines: [{ productId: candle, quantity: 10 * PIECE, salesPrice: 5200 }],
    loans: [],
  })
  await does('user', 'orders.process-orders', {})
  await does('user', 'orders.move-order', { id, transition: 'send' })
  const short = [{ lineNo: 1, productId: candle, ordered: 10 * PIECE, packed: 7 * PIECE }]
  const { followUpOrderId } = await does<{ followUpOrderId: number }>('production', 'packaging.package-order', {
    id,
    name: 'Νίκος',
    short,
  })
  // together 1.25 before
  expect([await sumsOf(id), await sumsOf(followUpOrderId)]).toMatchObject([
    { products: 364, vat: 87 },
    { products: 156, vat: 37 },
  ])
  await invoice(id)
})

test('what is left of a line that carries VAT of others is credited after a delivery in part', async () => {
  const { customer, candle } = company.stock
  const { id } = await does<{ id: number }>('user', 'orders.create-order', {
    customerId: customer,
    // 200 lines of 0.03 with 0.01 VAT each are 0.56 too much, which the line of 10.00 carries
    lines: [
      { productId: candle, quantity: 10 * PIECE, salesPrice: PIECE },
      ...Array.from({ length: 200 }, () => ({ productId: candle, quantity: PIECE, salesPrice: 300 })),
    ],
    loans: [],
  })
  await company.db.run(sql`
    insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (${candle}, ${300 * PIECE}, 0, 'counted', 't')`)
  await does('user', 'orders.process-orders', {})
  await does('user', 'orders.move-order', { id, transition: 'send' })
  await does('production', 'packaging.package-order', { id, name: 'Νίκος' })
  expect(await sumsOf(id)).toMatchObject({ products: 1600, vat: 384 })
  await invoice(id)
  await does('operations', 'shipping.plan-shipment', {
    orderIds: [id],
    driverType: 'Driver',
    driver: 'Οδηγός',
    driverUserId: company.userIds.driver,
  })
  const { followUpOrderId } = await does<{ followUpOrderId: number }>('driver', 'shipping.close-delivery', {
    orderId: id,
    action: 'deliver',
    delivered: [{ lineNo: 1, quantity: PIECE }],
  })
  const parts = [await sumsOf(id), await sumsOf(followUpOrderId)]
  expect(parts[0]!.vat + parts[1]!.vat).toBe(384)
  await does('user', 'invoicing.credit-and-cancel', { id: followUpOrderId })
  await sendAll()
})
