/** Compares how a customer stands with the account on their page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerAccountPageQuery } from '#features/orders/server/customer-account.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { refusalOf } from '#testing/refused.ts'
import { recordPaymentCommand } from '../record-payment.ts'
import { customerStandingQuery } from './customer-standing.ts'
import { foldSomeDebts } from './fold-debts.ts'

const TODAY = '2026-11-20'
let db: Database
let runner: Runner
let customer: number

const idOf = async (query: ReturnType<typeof sql>): Promise<number> => (await db.one<{ id: number }>(query)).id
const standing = (id = customer) => runner.ask(customerStandingQuery, { id }, SYSTEM)

/** What the page of the customer says of the same. */
async function onPage() {
  const { statistics, overdue, loans } = await runner.ask(customerAccountPageQuery, { id: customer }, SYSTEM)
  return {
    balance: statistics.balance,
    overdue: overdue?.cents ?? 0,
    held: loans
      .filter(({ held }) => held > 0)
      .map(({ productId, name, held: quantity }) => ({ productId, name, quantity })),
  }
}

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date(`${TODAY}T12:00:00Z`) })
  customer = await idOf(sql`insert into customers (name, payment_days) values ('Ταβέρνα Πλάτανος', 10) returning id`)
  await db.run(sql`
    insert into orders (status, customer_id, name, invoice_mode, products_cents, total_cents, invoiced_on)
    select 'SHIPPED', ${customer}, 'Ταβέρνα', 'epsilon', cents, cents, day
    from (values (10000, ${TODAY}::date - 40), (7000, ${TODAY}::date - 11), (5000, ${TODAY}::date - 10)) as o(cents, day)`)
  await repostAll(db)
  for (const [name, bound, pieces] of [
    ['Φανάρι', 'OUTBOUND', 3],
    ['Βάση', 'OUTBOUND', 2],
    ['Ποτήρι', 'INBOUND', 1],
  ] as const) {
    const product = await idOf(sql`insert into products (name, lendable) values (${name}, true) returning id`)
    await db.run(sql`
      insert into loans (bound, origin, customer_id, customer_name, product_id, product_name, quantity_e4, user_name)
      values (${bound}, 'manual', ${customer}, 'Ταβέρνα', ${product}, ${name}, ${pieces * 10_000}, 'x')`)
  }
})
afterAll(() => db.close())

test('balance, overdue part and held items are those of the page, before and after the job of the debts', async () => {
  expect(await standing()).toMatchObject({
    balance: 220_00,
    overdue: 170_00,
    held: [
      { name: 'Βάση', quantity: 2_0000 },
      { name: 'Φανάρι', quantity: 3_0000 },
    ],
  })
  expect(await standing()).toEqual(await onPage())
  await db.transaction('serializable', (tx) => foldSomeDebts(tx))
  expect(await standing()).toEqual(await onPage())
  const payment = { customerId: customer, bound: 'Inbound', type: 'CASH', amount: 120_00, date: TODAY } as const
  await runner.run(recordPaymentCommand, { ...payment, confirmNegative: true }, SYSTEM)
  expect(await standing()).toMatchObject({ balance: 100_00, overdue: 50_00 })
  expect(await standing()).toEqual(await onPage())
  await db.transaction('serializable', (tx) => foldSomeDebts(tx))
  expect(await standing()).toEqual(await onPage())
})

test('a customer without records owes nothing and holds nothing, and one that does not exist is missing', async () => {
  const other = await idOf(sql`insert into customers (name) values ('Νέος') returning id`)
  expect(await standing(other)).toEqual({ balance: 0, overdue: 0, held: [] })
  expect((await refusalOf(standing(123_456))).kind).toBe('missing')
})
