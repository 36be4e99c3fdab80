/** Tests that each line counts what waits, by the day in Athens, and that each role has its own lines. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ordersRights } from '#features/orders/domain/rights.ts'
import type { Role } from '#kernel/rights.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
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

test('late and due orders are those promised and not delivered, by the day in Athens', async () => {
  const lines = await ask('admin')
  expect(lines.map(({ name, count, oldest }) => [name, count, oldest])).toEqual([
    ['late', 2, '2026-11-10'],
    ['today', 1, '2026-11-20'],
    ['short', 1, '2026-11-20'],
    ['to-invoice', 1, null],
  ])
  expect(lines[1]?.to).toContain('f.expectedDelivery=2026-11-20..2026-11-20')
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
  expect(overdue).toEqual({ name: 'overdue', count: 1, oldest: '2026-11-19', amount: 5_000, to: '/due' })
  expect((await ask('logistirio', { 'payments.read': false })).map(({ name }) => name)).not.toContain('overdue')
})

test('administrators see since when accounts wait for their approval', async () => {
  await db.script(`
    insert into users (email, username, password_hash, status, created_at) values
      ('n@x.gr', 'Νέα', 'x', 'WAITING', '2026-11-17T22:30:00Z'), ('k@x.gr', 'Κλειστή', 'x', 'DISABLED', '2026-11-01T10:00:00Z')`)
  const waiting = (await ask('admin')).find(({ name }) => name === 'accounts')
  expect(waiting).toMatchObject({ count: 1, oldest: '2026-11-18', to: '/people?f.state=WAITING' })
  expect((await ask('user')).map(({ name }) => name)).not.toContain('accounts')
})

test('the production sees how many open tasks lack materials, and since when', async () => {
  await db.script(`
    insert into products (id, sku, name, stock_e4) values (1, 'Κ1', 'Κερί', 0), (2, 'Π1', 'Παραφίνη', 30000);
    insert into tasks (id, section, product_id, quantity_e4, planned_on) values (1, 'ΧΥΤΑ', 1, 10000, '2026-11-18'), (2, 'ΧΥΤΑ', 1, 10000, '2026-11-22');
    insert into task_materials (task_id, line_no, product_id, name, needed_e4) values (1, 1, 2, 'Παραφίνη', 20000), (2, 1, 2, 'Παραφίνη', 20000)`)
  const blocked = (await ask('production')).filter(({ name }) => name === 'blocked-tasks')
  expect(blocked).toMatchObject([{ count: 1, oldest: '2026-11-22', to: '/tasks' }])
})

test('a driver is refused', async () => {
  await expect(ask('driver')).rejects.toThrow('forbidden')
  expect(ordersRights.read.holders).not.toContain('driver')
})
