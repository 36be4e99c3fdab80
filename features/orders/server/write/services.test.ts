/** Tests services, such as transport: lines that count in totals, invoice and reports, and take nothing from the stock. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { countViolations } from '#testing/invariants.ts'
import { program } from '#testing/old-client.ts'
import { peopleOf } from '#testing/people.ts'

const PIECE = 10_000

let company: TestCompany
let transport: number
beforeAll(async () => {
  company = await openTestCompany()
  transport = (
    await does<{ id: number }>('admin', 'products.create-product', {
      name: 'Μεταφορικά',
      service: true,
      salesPrice: 12_5000,
      vat: 2400,
    })
  ).id
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)

type Shown = {
  status: string
  totals: { products: number; vat: number; total: number }
  lines: { productId: number; quantity: number; service: boolean; stockStatus: string }[]
  loans: { productId: number }[]
}
const shown = async (id: number) => (await does<{ order: Shown }>('user', 'orders.detail', { id })).order
const moved = async (id: number) =>
  (
    await company.db.many<{ productId: number; pieces: number }>(sql`
      select product_id as "productId", sum(quantity_e4)::bigint / 10000 as pieces from stock_movements
      where order_id = ${id} group by product_id order by product_id`)
  ).map(({ productId, pieces }) => [productId, pieces])

const demandNoViolations = async () =>
  expect(Object.entries(await countViolations(company.db)).filter(([, count]) => count > 0)).toEqual([])

/** Creates an order of ten candles at 2.00 € and the transport at 12.50 €, and sends it for packaging. */
async function sent(): Promise<number> {
  const { customer, candle } = company.stock
  const { id } = await does<{ id: number }>('user', 'orders.create-order', {
    customerId: customer,
    lines: [
      { productId: candle, quantity: 10 * PIECE, salesPrice: 2_0000 },
      { productId: transport, quantity: PIECE },
    ],
  })
  await does('user', 'orders.move-order', { id, transition: 'send' })
  return id
}

test('a service is never short, and its amount is part of the order', async () => {
  const { customer } = company.stock
  const { id } = await does<{ id: number }>('user', 'orders.create-order', {
    customerId: customer,
    lines: [{ productId: transport, quantity: 3 * PIECE }],
  })
  const order = await shown(id)
  expect(order).toMatchObject({ status: 'STOCK-OK', totals: { products: 37_50, vat: 9_00, total: 46_50 } })
  expect(order.lines).toMatchObject([{ productId: transport, service: true, stockStatus: 'STOCK-OK' }])
  await does('user', 'orders.move-order', { id, transition: 'send' })
  await does('production', 'packaging.package-order', { id, name: 'Νίκος' })
  expect(await moved(id)).toEqual([])
  const { rows } = await does<{ rows: object[] }>('user', 'stock.figures', { productIds: [transport] })
  expect(rows).toMatchObject([{ stock: 0, promised: 0, service: true }])
  const needs = await does<{ short: object[] }>('user', 'stock.missing-materials', { lines: [[transport, 3 * PIECE]] })
  expect(needs.short).toEqual([])
})

test('packaging takes the goods and not the service, and cancelling restores the same', async () => {
  const { candle } = company.stock
  const id = await sent()
  const box = await does<{ lines: { productId: number }[] }>('production', 'packaging.detail', { id })
  expect(box.lines.map(({ productId }) => productId)).toEqual([candle])
  const list = await does<{ rows: { productId: number }[] }>('production', 'packaging.picking', { ids: [id] })
  expect(list.rows.map(({ productId }) => productId)).not.toContain(transport)
  await does('production', 'packaging.package-order', { id, name: 'Νίκος' })
  expect(await moved(id)).toEqual([[candle, -10]])
  await does('user', 'orders.move-order', { id, transition: 'cancel' })
  expect(await moved(id)).toEqual([[candle, 0]])
  await demandNoViolations()
})

test('a short pick leaves the service in the order that leaves first', async () => {
  const { candle } = company.stock
  const id = await sent()
  const { followUpOrderId } = await does<{ followUpOrderId: number }>('production', 'packaging.package-order', {
    id,
    name: 'Νίκος',
    short: [{ lineNo: 1, productId: candle, ordered: 10 * PIECE, packed: 4 * PIECE }],
  })
  expect((await shown(id)).lines).toMatchObject([
    { productId: candle, quantity: 4 * PIECE },
    { productId: transport, quantity: PIECE, service: true },
  ])
  expect((await shown(followUpOrderId)).lines.map(({ productId }) => productId)).toEqual([candle])
  const [whole, rest] = [await shown(id), await shown(followUpOrderId)]
  expect(whole.totals.total + rest.totals.total).toBe(Math.round(32_50 * 1.24))
  await demandNoViolations()
})

test('a driver cannot leave all goods in the vehicle and deliver the service', async () => {
  const id = await sent()
  await does('production', 'packaging.package-order', { id, name: 'Νίκος' })
  await does('user', 'orders.move-order', { id, transition: 'release' })
  await does('admin', 'invoicing.invoice-red', { id, reason: 'δοκιμή' })
  const shipment = { driverType: 'Driver', driver: 'Ονομα driver', driverUserId: company.userIds.driver }
  await does('operations', 'shipping.plan-shipment', { orderIds: [id], ...shipment })
  const deliver = { orderId: id, action: 'deliver' }
  const nothing = await refusalOf('driver', 'shipping.close-delivery', {
    ...deliver,
    delivered: [{ lineNo: 1, quantity: 0 }],
  })
  expect(nothing.code).toBe('orders.nothing-delivered')
  const { followUpOrderId } = await does<{ followUpOrderId: number }>('driver', 'shipping.close-delivery', {
    ...deliver,
    delivered: [{ lineNo: 1, quantity: 4 * PIECE }],
  })
  expect((await shown(followUpOrderId)).lines.map(({ productId }) => productId)).toEqual([company.stock.candle])
  await demandNoViolations()
})

test('a service is lent neither by a person nor by a program', async () => {
  const { customer } = company.stock
  const byHand = { bound: 'OUTBOUND', customerId: customer, productId: transport, quantity: PIECE }
  expect(await refusalOf('admin', 'loans.record-loan', byHand)).toMatchObject({ code: 'products.service-lent' })
  const { rows, says } = await program(company, 'admin').post('loans', {
    bound: 'OUTBOUND',
    customer_id: customer,
    prdname: 'μεταφορικα',
    quantity: 1,
  })
  expect([rows, says]).toEqual([[], 'A service has no stock, so it is not lent.'])
})

test('a service has no stock, is not lent and is no material, and stays what it is once an order names it', async () => {
  const refused = async (command: string, input: object) => (await refusalOf('admin', command, input)).code
  expect(await refused('stock.adjust-stock', { productId: transport, newStock: PIECE, reason: 'απογραφή' })).toBe(
    'stock.service',
  )
  expect(await refused('products.create-product', { name: 'Δανεική υπηρεσία', service: true, lendable: true })).toBe(
    'products.service-lent',
  )
  const steps = [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: transport, quantity: PIECE }] }]
  expect(await refused('products.create-product', { name: 'Κερί με μεταφορά', steps })).toBe(
    'products.service-material',
  )
  const { product } = await does<{ product: { version: number } }>('admin', 'products.detail', { id: transport })
  const change = { id: transport, version: product.version, changes: { service: false } }
  expect(await refused('products.change-product', change)).toBe('products.service-used')
})
