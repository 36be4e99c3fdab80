import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#features/orders/domain/order.ts'
import { orderTotals } from '#features/orders/domain/totals.ts'
import type { Day } from '#kernel/day.ts'
import { type Cents, lineTotal, percentOf, type Quantity, type Rate, type UnitPrice } from '#kernel/money.ts'
import { type Database, raw, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { generateLoad } from '../../bench/generate.ts'

const SIZE = { customers: 300, products: 500, orders: 1_000, linesPerOrder: 5 }
const TODAY = '2026-11-20' as Day

let db: Database
let rows: Record<string, number>

beforeAll(async () => {
  db = await testDatabase()
  rows = await generateLoad(db, SIZE, TODAY)
})

afterAll(() => db?.close())

const wrong = (text: string) => db.many<object>(sql`${raw(text)}`)

test('writes the requested number of records', () => {
  expect(rows).toMatchObject({ customers: 301, products: 500, orders: 1_000, order_lines: 5_000 })
  expect(rows.payments).toBeGreaterThan(500)
  expect(rows.payments).toBeLessThan(700)
  expect(rows.loans).toBeGreaterThan(30)
})

test('the totals of a thousand orders follow the rules to the cent', async () => {
  type Line = { orderId: number; quantity: Quantity; price: UnitPrice; vat: Rate; total: Cents; vatAmount: Cents }
  const lines = await db.many<Line>(sql`
    select order_id as "orderId", quantity_e4 as quantity, sales_price_e4 as price, vat_bp as vat, total_cents as total,
      vat_cents as "vatAmount" from order_lines`)
  for (const line of lines) {
    const total = lineTotal(line.quantity, line.price)
    expect([line.total, line.vatAmount]).toEqual([total, percentOf(total, line.vat)])
  }
  // many order lines need rounding, otherwise the test would prove little
  expect(lines.filter(({ quantity, price }) => (quantity * price) % 1_000_000 !== 0).length).toBeGreaterThan(500)
  const orders = await db.many<{ id: number; [total: string]: number }>(sql`
    select id, line_count as "lineCount", quantity_e4 as quantity, products_cents as products, vat_cents as vat,
      total_cents as total from orders`)
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  expect(orders).toHaveLength(1_000)
  for (const { id, ...totals } of orders) expect(totals).toEqual(orderTotals(byOrder.get(id) ?? []))
})

test('most orders are delivered, and every status occurs', async () => {
  const found = await db.many<{ status: string; count: number }>(sql`
    select status, count(*)::int as count from orders group by status`)
  const counts = new Map(found.map(({ status, count }) => [status, count]))
  expect(counts.get('SHIPPED')).toBeGreaterThan(740)
  expect(counts.get('SHIPPED')).toBeLessThan(860)
  expect([...counts.keys()].toSorted()).toEqual(ORDER_STATUSES.filter((status) => status !== 'FINISHED').toSorted())
})

test('stock equals its ledger, and only products of orders that wait for stock are short', async () => {
  expect(
    await wrong(`select p.id from products p left join stock_movements m on m.product_id = p.id group by p.id
    having p.stock_e4 <> coalesce(sum(m.quantity_e4), 0)`),
  ).toEqual([])
  expect(
    await wrong(`select o.id from orders o where (o.status = 'PENDING-STOCK') <> exists (
    select from order_needs n join products p on p.id = n.product_id
    where n.order_id = o.id and is_short(p.stock_e4 - n.quantity_e4))`),
  ).toEqual([])
})

test('each order on the road is in exactly one open shipment', async () => {
  expect(
    await wrong(`select o.id from orders o full join shipment_orders s on s.order_id = o.id
    where s.outcome is null and (o.status = 'ON SHIPPING') <> (s.order_id is not null)`),
  ).toEqual([])
})

test('afterwards the ledger moves the stock again, and the next ids are unused', async () => {
  await db.run(
    sql`insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (1, 70000, 0, 'counted', 'test')`,
  )
  const moved = await db.one<{ same: boolean }>(sql`
    select p.stock_e4 = sum(m.quantity_e4) as same from products p join stock_movements m on m.product_id = p.id where p.id = 1 group by p.id`)
  expect(moved.same).toBe(true)
  const next = await db.one<{ id: number }>(
    sql`insert into orders (status, customer_id, name) values ('OFFER', 1, 'x') returning id`,
  )
  expect(next.id).toBe(1_001)
})

test('refuses a database that contains data', async () => {
  await expect(generateLoad(db, SIZE, TODAY)).rejects.toThrow('empty database')
})
