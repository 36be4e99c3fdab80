/**
 * Tests that promised quantities follow every change of an order, and that reading them does not read closed orders.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { asker } from '#testing/growth/ask.ts'
import { ORDER_STATUSES, PROMISED_STATUSES } from '../domain/order.ts'

const PIECE = 10_000
/** The number of closed orders of one product, large enough to be visible in the number of read rows. */
const ENDED = 4_000
const OPEN = 10

let company: TestCompany
let candle: number
let customer: number
beforeAll(async () => {
  company = await openTestCompany()
  ;({ candle, customer } = company.stock)
})
afterAll(() => company?.close())

/** Returns orders whose promised goods differ from the sums of their lines and loans. */
const differing = async (): Promise<number[]> => {
  const rows = await company.db.many<{ id: number }>(sql`
    select distinct order_id as id
    from (select order_id, product_id, sum(quantity_e4) as quantity from promised_goods group by order_id, product_id) p
    full join (
      select g.order_id, g.product_id, sum(g.quantity_e4) as quantity from orders o join order_goods g on g.order_id = o.id
      where o.status = any(${PROMISED_STATUSES}::text[]) group by g.order_id, g.product_id) n using (order_id, product_id)
    where p.quantity is distinct from n.quantity`)
  return rows.map(({ id }) => id)
}
const promisedTo = async (orderId: number): Promise<number> =>
  (
    await company.db.one<{ pieces: number }>(sql`
      select coalesce(sum(quantity_e4), 0)::bigint / ${PIECE}::bigint as pieces from promised_goods where order_id = ${orderId}`)
  ).pieces

test.each(ORDER_STATUSES.filter((status) => !['PENDING-STOCK', 'FINISHED'].includes(status)))(
  'an order that came to %s has promised goods only while it waits to be packed',
  async (status) => {
    const id = await company.order(status)
    expect(await promisedTo(id)).toBe(PROMISED_STATUSES.includes(status) ? 2 : 0)
    expect(await differing()).toEqual([])
  },
)

test('a converted offer and a reopened order have their goods promised', async () => {
  const offer = await company.order('OFFER')
  await company.run('orders.move-order', { id: offer, transition: 'convert' })
  expect(await promisedTo(offer)).toBe(2)
  const sent = await company.order('TO-PACKAGE')
  await company.run('orders.move-order', { id: sent, transition: 'reopen' })
  expect(await promisedTo(sent)).toBe(2)
  expect(await differing()).toEqual([])
})

test('a changed order has its current goods promised', async () => {
  const id = await company.order('STOCK-OK')
  const lines = [
    { productId: candle, quantity: 5 * PIECE },
    { productId: candle, quantity: 2 * PIECE },
  ]
  await company.run('orders.change-order', { id, version: 1, customerId: customer, lines })
  expect(await promisedTo(id)).toBe(7)
  expect(await differing()).toEqual([])
})

test('a change or removal of lines by SQL is included', async () => {
  const id = await company.order('STOCK-OK')
  await company.db.run(sql`update order_lines set quantity_e4 = ${9 * PIECE} where order_id = ${id}`)
  expect(await promisedTo(id)).toBe(10)
  await company.db.run(sql`delete from order_loans where order_id = ${id}`)
  expect(await promisedTo(id)).toBe(9)
  expect(await differing()).toEqual([])
})

test('reading what is promised of a product reads only waiting orders', async () => {
  const { db } = company
  await db.run(sql`
    insert into orders (id, status, customer_id, name)
    select 100000 + n, case when n <= ${OPEN} then 'STOCK-OK' else 'CANCELED' end, ${customer}, 'Πελάτης'
    from generate_series(1, ${OPEN + ENDED}) n`)
  await db.run(sql`
    insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4,
      quantity_e4, total_cents, vat_cents)
    select id, 1, ${candle}, 'Κερί', 'τεμ', 2400, 10000, 0, 10000, 100, 24 from orders where id > 100000`)
  await db.script('analyze')
  const ask = asker(db, SYSTEM)
  const figures = await ask({ kind: '', name: 'stock.figures', input: { productIds: [candle] } })
  const { promised } = await db.one<{ promised: number }>(sql`
    select sum(g.quantity_e4)::bigint as promised from orders o join order_goods g on g.order_id = o.id
    where o.status = any(${PROMISED_STATUSES}::text[]) and g.product_id = ${candle}`)
  expect(figures.answer).toMatchObject({ rows: [{ promised }] })
  expect(promised).toBeGreaterThan(OPEN * PIECE)
  expect(figures.buffers).toBeLessThan(40)
})
