import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { countCustomerTotalsQuery, customerTotalsSummaryQuery, listCustomerTotalsQuery } from './queries.ts'

let db: Database
let runner: Runner

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  await db.script(`
    insert into customers (id, name) values (1, 'Άλφα'), (2, 'Βήτα'), (3, 'Γάμμα'), (4, 'Χωρίς κίνηση');
    insert into orders (customer_id, name, status, invoice_mode, products_cents, total_cents) values
      (1, 'Άλφα', 'SHIPPED', 'red', 4000, 4000), (1, 'Άλφα', 'SHIPPED', 'red', 6000, 6000),
      (1, 'Άλφα', 'INVOICED', 'red', 777, 777), (1, 'Άλφα', 'FINISHED', null, 999, 999),
      (2, 'Βήτα', 'SHIPPED', 'red', 20001, 20001), (2, 'Βήτα', 'OFFER-DELETE', null, 50000, 50000);
    insert into payments (customer_id, bound, type, amount_cents, date, entity_name, refcode, user_name) values
      (1, 'Inbound', 'CASH', 6000, '2026-11-01', 'Άλφα', '38', 'Ε'), (1, 'Outbound', 'CASH', 1000, '2026-11-02', 'Άλφα', '38', 'Ε'),
      (3, 'Inbound', 'BANK', 300, '2026-11-02', 'Γάμμα', '38', 'Ε'), (null, 'Inbound', 'CASH', 9900, '2026-11-02', 'Κάποιος', '38', 'Ε');`)
  await repostAll(db)
})
afterAll(() => db?.close())

const rows = async (input: object) => (await runner.ask(listCustomerTotalsQuery, input, SYSTEM)).rows

test('only shipped orders count as sales, returned payments lower the receipts, and the highest sales come first', async () => {
  expect(await rows({})).toEqual([
    { id: 2, name: 'Βήτα', label: '', shippedOrders: 1, sales: 20001, received: 0, balance: 20001 },
    { id: 1, name: 'Άλφα', label: '', shippedOrders: 2, sales: 10000, received: 5000, balance: 5000 },
    { id: 3, name: 'Γάμμα', label: '', shippedOrders: 0, sales: 0, received: 300, balance: -300 },
  ])
})

test('the rows can be sorted by every figure, and searched', async () => {
  const ids = async (input: object) => (await rows(input)).map(({ id }) => id)
  expect(await ids({ sort: 'balance' })).toEqual([3, 1, 2])
  expect(await ids({ sort: 'received', descending: true })).toEqual([1, 3, 2])
  expect(await ids({ sort: 'name' })).toEqual([1, 2, 3])
  expect(await ids({ search: 'alfa' })).toEqual([1])
})

test('the totals are the sums of all rows that the search finds', async () => {
  const summary = (search: string) => runner.ask(customerTotalsSummaryQuery, { search }, SYSTEM)
  expect(await summary('')).toMatchObject({ sales: 30001, received: 5300, balance: 24701 })
  expect((await summary('')).greatest.map(({ id }) => id)).toEqual([2, 1])
  expect(await summary('γαμμα')).toMatchObject({ sales: 0, received: 300, balance: -300, greatest: [] })
  expect(await runner.ask(countCustomerTotalsQuery, {}, SYSTEM)).toEqual({ count: 3 })
})
