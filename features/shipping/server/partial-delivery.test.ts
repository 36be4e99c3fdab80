/**
 * Tests partial deliveries (C-27): what is not delivered becomes a follow-up order, and the sums of both equal the
 * order.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendDocument } from '#features/invoicing/server/jobs.ts'
import { sql } from '#server/db/database.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'

const PIECE = 10_000
const EPSILON = { subscriptionKey: 's', email: 'e', password: 'p' }

let company: TestCompany
let simulator: EpsilonSimulator
let accounting: Accounting
let scent: number

beforeAll(async () => {
  simulator = await startEpsilonSimulator(EPSILON)
  accounting = openEpsilon({ ...EPSILON, loginUrl: simulator.loginUrl, hostSuffix: '127.0.0.1' })
  company = await openTestCompany({ accounting })
  await company.db.run(sql`insert into settings (name, value) values ('accounting-state', '{"configured": true}'),
    ('company', '{"name": "Κερίνο", "vat": "094014201", "address": "Αιόλου 86"}')`)
  await company.db.run(
    sql`update customers set vat = '094019245', postcode = '10563' where id = ${company.stock.customer}`,
  )
  const made = (await company.run('products.create-product', { unit: 'KG', name: 'Άρωμα', salesPrice: 3500 })) as {
    id: number
  }
  scent = made.id
  await company.run('stock.adjust-stock', { productId: scent, newStock: 1000 * PIECE, reason: 'απογραφή' })
})
afterAll(async () => {
  await company?.close()
  await simulator?.close()
})

const { does, refusalOf } = peopleOf(() => company)

/** Runs the waiting jobs, as the worker does. */
async function doJobs(): Promise<void> {
  const jobs = await company.db.many<{ id: number; payload: unknown }>(
    sql`select id, payload from jobs where kind = 'invoicing.send-document' and finished_at is null order by id`,
  )
  for (const job of jobs) {
    await sendDocument(company.runner, () => ({ accounting }))(job.payload)
    await company.db.run(sql`update jobs set finished_at = now() where id = ${job.id}`)
  }
}

/** Plans a shipment of the driver with these orders. */
async function plan(orderIds: readonly number[]): Promise<number> {
  const { id } = await does<{ id: number }>('operations', 'shipping.plan-shipment', {
    orderIds,
    driverType: 'Driver',
    driver: 'Ονομα driver',
    driverUserId: company.userIds.driver,
  })
  return id
}

/** Creates an order of these lines with lent glasses, invoiced and in the driver's shipment. */
async function order(lines: object[], mode: 'epsilon' | 'red' = 'epsilon', loans: object[] = []): Promise<number> {
  const { customer } = company.stock
  const { id } = await does<{ id: number }>('user', 'orders.create-order', {
    customerId: customer,
    lines,
    loans,
    driverNote: 'πίσω πόρτα',
    deliveryAddress: { address: 'Ερμού 1', city: 'Αθήνα', postcode: '10563' },
  })
  await does('user', 'orders.move-order', { id, transition: 'send' })
  await does('production', 'packaging.package-order', { id, name: 'Νίκος' })
  await does('user', 'orders.move-order', { id, transition: 'release' })
  if (mode === 'red') await does('admin', 'invoicing.invoice-red', { id, reason: 'δοκιμή' })
  else {
    await does('user', 'invoicing.send-invoices', { ids: [id], withoutVat: true })
    await doJobs()
  }
  await plan([id])
  return id
}
const tenCandles = (mode: 'epsilon' | 'red' = 'epsilon') => {
  const { candle, glass } = company.stock
  return order([{ productId: candle, quantity: 10 * PIECE }], mode, [{ productId: glass, originProductId: candle }])
}

type Delivered = { orderId: number; status: string; followUpOrderId: number }
const deliverPart = (orderId: number, ...quantities: [lineNo: number, pieces: number][]) =>
  does<Delivered>('driver', 'shipping.close-delivery', {
    orderId,
    action: 'deliver',
    delivered: quantities.map(([lineNo, quantity]) => ({ lineNo, quantity })),
  })

type Shown = { status: string; totals: Record<string, number>; lines: object[]; loans: object[]; facts: object }
const shown = async (id: number) => (await does<{ order: Shown }>('user', 'orders.detail', { id })).order
const totalsOf = async (ids: readonly number[]) => {
  const all = await Promise.all(ids.map(shown))
  const sum = (of: string) => all.reduce((total, { totals }) => total + (totals[of] ?? 0), 0)
  return { quantity: sum('quantity'), products: sum('products'), vat: sum('vat'), total: sum('total') }
}
const stock = () => company.db.many<{ stock: number }>(sql`select stock_e4 / 10000 as stock from products order by id`)
const lentOf = async (orderId: number | null) =>
  (
    await company.db.one<{ lent: number }>(sql`
      select coalesce(sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end), 0)::bigint / 10000 as lent
      from loans where order_id = ${orderId} or ${orderId}::bigint is null`)
  ).lent

describe('a partial delivery', () => {
  test('of eight of ten leaves two for the follow-up order, without stock movements, and both together equal the invoice', async () => {
    const id = await tenCandles()
    const [before, stockBefore, lent] = [await totalsOf([id]), await stock(), await lentOf(null)]
    const { status, followUpOrderId: rest } = await deliverPart(id, [1, 8 * PIECE])
    expect(status).toBe('SHIPPED')
    expect(await totalsOf([id, rest])).toEqual(before)
    expect([await stock(), await lentOf(null)]).toEqual([stockBefore, lent])
    expect([await lentOf(id), await lentOf(rest)]).toEqual([8, 2])
    expect(await shown(id)).toMatchObject({
      status: 'SHIPPED',
      lines: [{ quantity: 8 * PIECE, total: 80_00, vatAmount: 19_20 }],
      loans: [{ quantity: 8 * PIECE }],
    })
    expect(await shown(rest)).toMatchObject({
      status: 'INVOICED',
      driverNote: 'πίσω πόρτα',
      deliveryAddress: { address: 'Ερμού 1', city: 'Αθήνα' },
      packagedBy: 'Νίκος',
      refcode: '71.00.01',
      invoiceMode: 'epsilon',
      shippingBy: null,
      lines: [{ quantity: 2 * PIECE, total: 20_00, vatAmount: 4_80 }],
      loans: [{ quantity: 2 * PIECE }],
      document: { kind: 'invoice', status: 'ACKNOWLEDGED' },
      facts: { invoiceAccepted: true, credited: false, documentUnderWay: false },
    })
    const noted = async (of: number) => (await does<{ rows: object[] }>('user', 'orders.history', { id: of })).rows
    expect(await noted(id)).toContainEqual(
      expect.objectContaining({ changes: expect.objectContaining({ followUpOrder: [null, rest] }) }),
    )
    expect(await noted(rest)).toMatchObject([{ changes: { followsOrder: [null, id], status: [null, 'INVOICED'] } }])
    const linked = (of: number) => does('user', 'orders.linked', { id: of })
    expect(await linked(id)).toMatchObject({ followsOrderId: null, followUpOrderIds: [rest] })
    expect(await linked(rest)).toMatchObject({ followsOrderId: id, followUpOrderIds: [] })
    expect(await does('user', 'shipping.delivery-proof', { orderId: rest })).toMatchObject({ stops: [] })
    // the last order of the customer is the first order, not its follow-up order
    const { customer } = company.stock
    expect(await does('user', 'orders.last-order', { customerId: customer })).toMatchObject({ order: { id } })
    // the customer owes only the delivered part
    const { sales } = await does<{ sales: number }>('user', 'payments.customer-account', { customerId: customer })
    const { sum } = await company.db.one<{ sum: number }>(
      sql`select sum(total_cents)::bigint as sum from orders where status = 'SHIPPED' and customer_id = ${customer}`,
    )
    expect(sales).toBe(sum)
  })

  test('leaves a rest that goes into another shipment, and can be delivered in parts again', async () => {
    const id = await tenCandles()
    const before = await totalsOf([id])
    const { followUpOrderId: second } = await deliverPart(id, [1, 7 * PIECE])
    await plan([second])
    const { followUpOrderId: third } = await deliverPart(second, [1, 1 * PIECE])
    expect(await totalsOf([id, second, third])).toEqual(before)
    expect([await lentOf(id), await lentOf(second), await lentOf(third)]).toEqual([7, 1, 2])
    expect(await shown(third)).toMatchObject({ status: 'INVOICED', facts: { invoiceAccepted: true } })
    await plan([third])
    await does('driver', 'shipping.close-delivery', { orderId: third, action: 'deliver' })
    expect((await shown(third)).status).toBe('SHIPPED')
  })

  test('leaves a rest that, once returned, is cancelled by a credit note for the invoice of the first order', async () => {
    const id = await tenCandles()
    const { followUpOrderId: second } = await deliverPart(id, [1, 9 * PIECE])
    const first = await company.db.one<{ mark: string }>(
      sql`select mark from accounting_documents where order_id = ${id} and kind = 'invoice'`,
    )
    await plan([second])
    await does('driver', 'shipping.close-delivery', { orderId: second, action: 'return', reasonCode: 'refused' })
    expect(await refusalOf('user', 'orders.move-order', { id: second, transition: 'cancel' })).toMatchObject({
      code: 'orders.credit-note-first',
    })
    const [stockBefore, lent] = [await stock(), await lentOf(null)]
    await does('user', 'invoicing.credit-and-cancel', { id: second })
    expect(await refusalOf('user', 'invoicing.credit-and-cancel', { id: second })).toMatchObject({
      code: 'orders.document-under-way',
    })
    await doJobs()
    const note = await company.db.one<{ status: string; request: object; mark: string }>(
      sql`select status, request, mark from accounting_documents where order_id = ${second}`,
    )
    expect(note).toMatchObject({
      status: 'ACKNOWLEDGED',
      request: {
        kind: 'credit-note',
        correlatedMark: first.mark,
        series: 'ΠΤ',
        number: 1,
        net: 10_00,
        vat: 2_40,
        total: 12_40,
        lines: [{ quantity: PIECE, net: 10_00, vat: 2_40 }],
      },
    })
    expect((await shown(second)).status).toBe('CANCELED')
    const { candle, glass } = company.stock
    const risen = (await stock()).map((row, index) => row.stock - (stockBefore[index]?.stock ?? 0))
    const ids = await company.db.many<{ id: number }>(sql`select id from products order by id`)
    expect(risen).toEqual(ids.map((row) => (row.id === candle || row.id === glass ? 1 : 0)))
    expect(await lentOf(null)).toBe(lent - 1)
    expect([await lentOf(id), await lentOf(second)]).toEqual([9, 0])
    expect(await shown(id)).toMatchObject({ status: 'SHIPPED', facts: { credited: false } })
    const { invoices } = await does<{ invoices: object[] }>('user', 'invoicing.of-order', { orderId: second })
    expect(invoices).toMatchObject([
      { kind: 'credit-note', series: 'ΠΤ', number: 1 },
      { kind: 'invoice', series: 'ΤΠ', total: 124_00 },
    ])
  })
})

test('a partial delivery splits three lines of 0.33 at 0.35 with 24 % VAT to the cent', async () => {
  const line = { productId: scent, quantity: 3300 }
  const id = await order([line, line, line])
  expect(await totalsOf([id])).toMatchObject({ products: 36, vat: 9, total: 45 })
  const { followUpOrderId: rest } = await deliverPart(id, [1, 1100], [3, 0])
  expect(await totalsOf([id])).toMatchObject({ products: 16, vat: 4, total: 20 })
  expect(await totalsOf([rest])).toMatchObject({ products: 20, vat: 5, total: 25 })
})

test('a partial delivery of a red order has no VAT on either part, and its rest is cancelled without a document', async () => {
  const id = await tenCandles('red')
  const { followUpOrderId: rest } = await deliverPart(id, [1, 4 * PIECE])
  expect(await totalsOf([id])).toMatchObject({ products: 40_00, vat: 0, total: 40_00 })
  expect(await shown(rest)).toMatchObject({ invoiceMode: 'red', refcode: '71.00.00', totals: { total: 60_00, vat: 0 } })
  await plan([rest])
  await does('driver', 'shipping.close-delivery', { orderId: rest, action: 'return', reasonCode: 'closed' })
  const [stockBefore, lent] = [await stock(), await lentOf(null)]
  await does('user', 'orders.move-order', { id: rest, transition: 'cancel' })
  const sum = (rows: { stock: number }[]) => rows.reduce((all, row) => all + row.stock, 0)
  expect(sum(await stock())).toBe(sum(stockBefore) + 12)
  expect(await lentOf(null)).toBe(lent - 6)
})

test('impossible delivered quantities are refused without a change, and those of the whole order are a full delivery', async () => {
  const id = await tenCandles('red')
  const close = async (delivered: object[], more: object = {}) =>
    (await refusalOf('driver', 'shipping.close-delivery', { orderId: id, action: 'deliver', delivered, ...more })).code
  expect(await close([{ lineNo: 1, quantity: 11 * PIECE }])).toBe('orders.delivered-out-of-range')
  expect(await close([{ lineNo: 1, quantity: -PIECE }])).toBe('orders.delivered-out-of-range')
  expect(await close([{ lineNo: 2, quantity: PIECE }])).toBe('orders.no-such-line')
  expect(await close([{ lineNo: 1, quantity: 0 }])).toBe('orders.nothing-delivered')
  expect(await close([], { action: 'return', reasonCode: 'closed' })).toBe('shipping.only-when-delivered')
  expect(await shown(id)).toMatchObject({ status: 'ON SHIPPING', totals: { quantity: 10 * PIECE } })
  expect(await deliverPart(id, [1, 10 * PIECE])).toEqual({ orderId: id, status: 'SHIPPED', followUpOrderId: null })
})

test('an order is split once when its partial delivery is sent twice with one key', async () => {
  const id = await tenCandles('red')
  const press = () =>
    ask(company, 'POST', '/app/shipping.close-delivery', {
      token: company.tokens.driver,
      headers: { 'idempotency-key': `partial-${id}` },
      body: { orderId: id, action: 'deliver', delivered: [{ lineNo: 1, quantity: PIECE }] },
    })
  const [first, second] = await Promise.all([press(), press()])
  expect(second.json).toEqual(first.json)
  expect(first.json).toMatchObject({ status: 'SHIPPED', followUpOrderId: expect.any(Number) })
  const { count } = await company.db.one<{ count: number }>(
    sql`select count(*)::int as count from orders where follows_order_id = ${id}`,
  )
  expect(count).toBe(1)
})
