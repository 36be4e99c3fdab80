/** Tests that each line counts and names what waits, by the day in Athens, and that each role has its own lines. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPEN_STATUSES } from '#features/orders/domain/order.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import type { Role } from '#kernel/rights.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { type LineName, MOST_NAMED } from '../domain/lines.ts'
import { dashboardLinesQuery } from './lines.ts'

let db: Database
let runner: Runner
beforeAll(async () => {
  db = await testDatabase()
  // half past midnight of 20 November in Athens
  runner = new Runner({ db, clock: () => new Date('2026-11-19T22:30:00Z') })
  await db.script(`
    insert into customers (id, name) values (1, 'Άλφα');
    insert into users (id, email, username, password_hash, role) values (90, 'd@x.gr', 'Νίκος', 'x', 'driver');
    insert into orders (customer_id, name, status, packaged_by, invoice_mode, expected_delivery_at)
      select 1, 'Άλφα', status, 'Νίκος', case when status in ('SHIPPED', 'ON SHIPPING') then 'red' end, day from (values
        ('STOCK-OK', timestamp '2026-11-19 10:00'), ('ON SHIPPING', '2026-11-10 10:00'), ('SHIPPED', '2026-11-01 10:00'), ('CANCELED', '2026-11-01 10:00'),
        ('OFFER', '2026-11-01 10:00'), ('PENDING-STOCK', '2026-11-20 09:00'), ('TO-PACKAGE', '2026-11-21 00:00'), ('READY-TO-INVOICE', null)) o(status, day);
    insert into cash_handovers (user_id, user_name, status, amount_cents, counted_cents, created_at)
      values (90, 'Νίκος', 'HANDED-OVER', 12000, 12000, '2026-11-18T22:30:00Z')`)
})
afterAll(() => db?.close())

const ask = async (role: Role, rightChanges = {}) =>
  (await runner.ask(dashboardLinesQuery, {}, { ...SYSTEM, role, rightChanges })).lines

/** Returns what a line names: of each record the name, the status of an order, the day and the amount. */
const namedIn = async (role: Role, line: LineName) =>
  (await ask(role))
    .find(({ name }) => name === line)
    ?.named.map(({ id, status, day, amount }) => [id, status, day, amount])

test('late and due orders are those promised and not delivered, by the day in Athens', async () => {
  const lines = await ask('admin')
  expect(lines.map(({ name, count }) => [name, count])).toEqual([
    ['late', 2],
    ['today', 1],
    ['to-send', 1],
    ['to-invoice', 1],
    ['short', 1],
  ])
  expect(lines[1]?.to).toContain('f.expectedDelivery=2026-11-20..2026-11-20')
})

test('a returned order is not late: its own line names it, and the list behind late orders has as many as their number', async () => {
  await db.script(`
    insert into orders (id, customer_id, name, status, packaged_by, invoice_mode, expected_delivery_at)
      values (900, 1, 'Άλφα', 'RETURNED', 'Νίκος', 'red', timestamp '2026-11-05 10:00')`)
  const lines = await ask('admin')
  const [late] = lines
  expect(late).toMatchObject({ name: 'late', count: 2 })
  expect(new URLSearchParams(late?.to.split('?')[1]).get('f.status')?.split(',')).toEqual([...OPEN_STATUSES])
  expect(lines.find(({ name }) => name === 'returned')?.named.map(({ id }) => id)).toEqual([900])
  await db.run(sql`delete from orders where id = 900`)
})

test('each order is named once, the one promised first at the top, and an order to be invoiced has the day on which it was packaged', async () => {
  await db.run(
    sql`update orders set packaged_at = '2026-11-17T23:00:00Z', total_cents = 24000, products_cents = 24000 where status = 'READY-TO-INVOICE'`,
  )
  const lines = await ask('admin')
  const named = lines.map(({ name, named: ones }) => [
    name,
    ones.map(({ status, day, amount }) => [status, day, amount]),
  ])
  expect(named).toEqual([
    [
      'late',
      [
        ['ON SHIPPING', '2026-11-10', 0],
        ['STOCK-OK', '2026-11-19', 0],
      ],
    ],
    ['today', [['PENDING-STOCK', '2026-11-20', 0]]],
    // the late order stands above, and the number is that of the list
    ['to-send', []],
    ['to-invoice', [['READY-TO-INVOICE', '2026-11-18', 24_000]]],
    ['short', []],
  ])
  expect(lines.find(({ name }) => name === 'to-send')?.count).toBe(1)
  const [first] = lines[0]?.named ?? []
  expect(first).toMatchObject({
    kind: 'orders',
    name: 'Άλφα',
    to: `/order-detail/${first?.id}`,
    time: '10:00',
    document: null,
  })
})

test('a line names at most seven records and counts all, and the next ones move up', async () => {
  await db.script(`
    insert into orders (id, customer_id, name, status, expected_delivery_at)
      select 1000 + n, 1, 'Άλφα', 'PENDING-STOCK', timestamp '2026-10-01' + n * interval '1 day' from generate_series(1, 9) n`)
  const late = (await ask('user')).find(({ name }) => name === 'late')
  expect(late?.count).toBe(11)
  expect(late?.named.map(({ id }) => id)).toEqual([1001, 1002, 1003, 1004, 1005, 1006, 1007])
  expect(late?.named).toHaveLength(MOST_NAMED)
  await db.run(sql`update orders set status = 'CANCELED' where id = 1001`)
  expect(await namedIn('user', 'late')).toContainEqual([1008, 'PENDING-STOCK', '2026-10-09', 0])
  await db.run(sql`delete from orders where id > 1000`)
})

test('an order names the state of its document, if the service has not accepted it', async () => {
  await db.script(`
    insert into accounting_documents (order_id, kind, status, key, request)
      select id, 'invoice', 'WAITING', 'k', '{}' from orders where status = 'READY-TO-INVOICE'`)
  const find = async () => (await ask('user')).find(({ name }) => name === 'to-invoice')?.named[0]?.document
  expect(await find()).toBe('WAITING')
  // the service refused the document of a late order, which was then invoiced without VAT: no document is waited for
  await db.script(`
    update accounting_documents set status = 'FAILED';
    update orders set status = 'INVOICED', invoice_mode = 'red', expected_delivery_at = '2026-11-01' where status = 'READY-TO-INVOICE'`)
  expect((await ask('user')).find(({ name }) => name === 'late')?.named[0]).toMatchObject({
    status: 'INVOICED',
    document: null,
  })
  await db.script(`update orders set status = 'READY-TO-INVOICE', invoice_mode = null where status = 'INVOICED'`)
  // the first try of a late order failed, and the second was accepted
  await db.script(`
    update accounting_documents set status = 'FAILED';
    insert into accounting_documents (order_id, kind, status, key, request) select order_id, 'invoice', 'ACKNOWLEDGED', 'k2', '{}' from accounting_documents;
    update orders set status = 'INVOICED', invoice_mode = 'red', expected_delivery_at = '2026-11-01' where status = 'READY-TO-INVOICE'`)
  const late = (await ask('user')).find(({ name }) => name === 'late')
  expect(late?.named[0]).toMatchObject({ status: 'INVOICED', document: null })
  // it came back, and its credit note is on its way
  await db.script(`update orders set status = 'RETURNED' where status = 'INVOICED'`)
  const returned = async () => (await ask('user')).find(({ name }) => name === 'returned')?.named[0]
  expect(await returned()).toMatchObject({ status: 'RETURNED', document: null })
  await db.script(`
    insert into accounting_documents (order_id, kind, status, key, request)
      select id, 'credit-note', 'WAITING', 'k3', '{}' from orders where status = 'RETURNED'`)
  expect(await returned()).toMatchObject({ document: 'WAITING' })
  // an invoiced order that did not leave yet can wait for a credit note too
  await db.script(`update orders set status = 'INVOICED' where status = 'RETURNED'`)
  const invoiced = (await ask('user')).find(({ name }) => name === 'late')
  expect(invoiced?.named[0]).toMatchObject({ status: 'INVOICED', document: 'WAITING' })
  await db.script(`
    delete from accounting_documents;
    update orders set status = 'READY-TO-INVOICE', invoice_mode = null, expected_delivery_at = null where status = 'INVOICED'`)
  expect(await find()).toBeNull()
})

test('an order names what its life cycle needs to say whether it can go on', async () => {
  await db.script(`
    insert into products (id, sku, name, stock_e4) values (50, 'Κ50', 'Κερί', 0);
    insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4, total_cents, vat_cents)
      select id, 1, 50, 'Κερί', 'ΤΕΜ', 2400, 0, 0, 10000, 0, 0 from orders where status = 'STOCK-OK';
    insert into tasks (section, status, order_id, quantity_e4) select 'ΧΥΤΑ', 'PENDING', id, 10000 from orders, generate_series(1, 3) where status = 'STOCK-OK'`)
  const late = (await ask('user')).find(({ name }) => name === 'late')
  const [onShipping, inStock] = late?.named.map(({ facts }) => facts) ?? []
  const none = { documentOpen: false, documentUnderWay: false, invoiceAccepted: false, credited: false }
  expect(onShipping).toEqual({ ...none, short: [], openTasks: 0, invoiceMode: 'red' })
  expect(inStock).toEqual({ ...none, short: ['Κερί'], openTasks: 3, invoiceMode: null })
  await db.script('delete from tasks; delete from order_lines; delete from products where id = 50')
})

test('the accounting sees cash that waits for its count, and a person without the right to a list does not see its line', async () => {
  expect((await ask('logistirio')).map(({ name, count, amount }) => [name, count, amount])).toEqual([
    ['to-invoice', 1, null],
    ['cash', 1, 12_000],
    ['late', 2, null],
    ['today', 1, null],
  ])
  expect((await ask('logistirio', { 'payments.read': false })).map(({ name }) => name)).toEqual([
    'to-invoice',
    'late',
    'today',
  ])
})

test('the accounting sees how many customers owe past the due day, since when and how much, and people without the right do not', async () => {
  await db.script(`
    insert into opening_balances (customer_id, amount_cents, day, user_name, created_at, updated_at) values (1, 5000, '2026-10-20', 'x', now(), now()),
      (1, 300, '2026-10-21', 'x', now(), now())`)
  await repostAll(db)
  const overdue = (await ask('logistirio')).find(({ name }) => name === 'overdue')
  expect(overdue).toMatchObject({ name: 'overdue', count: 1, amount: 5_000, to: '/due' })
  expect(overdue?.named).toMatchObject([
    { kind: 'customers', id: 1, name: 'Άλφα', day: '2026-11-19', amount: 5_000, to: '/customer-detail/1' },
  ])
  expect((await ask('logistirio', { 'payments.read': false })).map(({ name }) => name)).not.toContain('overdue')
})

test('a line above a thousand records names those that come first and has no sum', async () => {
  await db.script(`
    insert into cash_handovers (id, user_id, user_name, status, amount_cents, counted_cents, created_at)
      select 1000 + n, 90, 'Νίκος', 'HANDED-OVER', 100, 100, timestamptz '2026-11-17T10:00:00Z' - n * interval '1 minute' from generate_series(1, 999) n`)
  const cash = async () => (await ask('logistirio')).find(({ name }) => name === 'cash')
  expect(await cash()).toMatchObject({ count: 1_000, amount: 12_000 + 99_900 })
  await db.script(`
    insert into cash_handovers (id, user_id, user_name, status, amount_cents, counted_cents, created_at)
      select 3000 + n, 90, 'Νίκος', 'HANDED-OVER', 100, 100, timestamptz '2026-11-02T10:00:00Z' - n * interval '1 day' from generate_series(1, 8) n`)
  const capped = await cash()
  expect(capped).toMatchObject({ count: 1_001, amount: null })
  expect(capped?.named.map(({ id }) => id)).toEqual([3008, 3007, 3006, 3005, 3004, 3003, 3002])
  await db.script('delete from cash_handovers where id > 1000')
})

test('administrators see since when accounts wait for their approval', async () => {
  await db.script(`
    insert into users (email, username, password_hash, status, created_at) values
      ('n@x.gr', 'Νέα', 'x', 'WAITING', '2026-11-17T22:30:00Z'), ('k@x.gr', 'Κλειστή', 'x', 'DISABLED', '2026-11-01T10:00:00Z')`)
  const waiting = (await ask('admin')).find(({ name }) => name === 'accounts')
  expect(waiting).toMatchObject({ count: 1, named: [{ day: '2026-11-18' }], to: '/people?f.state=WAITING' })
  expect((await ask('user')).map(({ name }) => name)).not.toContain('accounts')
})

test('the production sees how many open tasks lack materials, and since when', async () => {
  await db.script(`
    insert into products (id, sku, name, stock_e4) values (1, 'Κ1', 'Κερί', 0), (2, 'Π1', 'Παραφίνη', 30000);
    insert into tasks (id, section, product_id, quantity_e4, planned_on) values (1, 'ΧΥΤΑ', 1, 10000, '2026-11-18'), (2, 'ΧΥΤΑ', 1, 10000, '2026-11-22');
    insert into task_materials (task_id, line_no, product_id, name, needed_e4) values (1, 1, 2, 'Παραφίνη', 20000), (2, 1, 2, 'Παραφίνη', 20000)`)
  const blocked = (await ask('production')).filter(({ name }) => name === 'blocked-tasks')
  expect(blocked).toMatchObject([{ count: 1, to: '/tasks' }])
  expect(blocked[0]?.named).toMatchObject([
    { kind: 'tasks', id: 2, to: '/task/2', day: '2026-11-22', place: 'ΧΥΤΑ', quantity: 10_000, amount: null },
  ])
})

test('a driver is refused', async () => {
  await expect(ask('driver')).rejects.toThrow('forbidden')
  expect(ordersRights.read.holders).not.toContain('driver')
})
