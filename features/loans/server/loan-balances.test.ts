import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { explaining, rowsRead } from '#testing/plans.ts'
import { loanTotalsQuery, productLoansQuery } from './queries.ts'

let db: Database
let runner: Runner
let customers: number[]
let products: number[]
const ids = async (query: ReturnType<typeof sql>) => (await db.many<{ id: number }>(query)).map(({ id }) => id)
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  customers = await ids(
    sql`insert into customers (name) select 'Πελάτης ' || n from generate_series(1, 3) n returning id`,
  )
  products = await ids(
    sql`insert into products (name, lendable) select 'Είδος ' || n, true from generate_series(1, 3) n returning id`,
  )
})
afterAll(() => db.close())

const step = fc.record({
  kind: fc.constantFrom('lend', 'lend', 'return', 'nameless customer', 'nameless product', 'merge'),
  customer: fc.nat(2),
  product: fc.nat(2),
  pieces: fc.integer({ min: 1, max: 5 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function act({ kind, customer, product, pieces }: Step): Promise<void> {
  if (kind === 'merge') {
    await db.run(sql`update loans set customer_id = ${customers[product]} where customer_id = ${customers[customer]}`)
    return
  }
  await db.run(sql`
    insert into loans (bound, origin, customer_id, customer_name, product_id, product_name, quantity_e4, user_name)
    values (${kind === 'return' ? 'INBOUND' : 'OUTBOUND'}, 'manual', ${kind === 'nameless customer' ? null : customers[customer]},
      ${`Παλιός ${customer}`}, ${kind === 'nameless product' ? null : products[product]}, ${`Βάζο ${product}`}, ${pieces * 10_000}, 'x')`)
}

/** The plain computation: every record of all years. */
const plainBalances = () =>
  db.many(sql`
    select customer_id, product_id, sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end)::bigint as balance_e4
    from loans where customer_id is not null and product_id is not null
    group by 1, 2 having sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end) <> 0 order by 1, 2`)
const plainOf = (column: 'product_id' | 'customer_id', where: ReturnType<typeof sql>) =>
  db.many<{ id: number | null; e4: number }>(sql`
    select ${column === 'product_id' ? sql`product_id` : sql`customer_id`} as id,
      sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end)::bigint as e4
    from loans where ${where}
    group by 1, case when ${column === 'product_id' ? sql`product_id is null` : sql`customer_id is null`}
      then fold(${column === 'product_id' ? sql`product_name` : sql`customer_name`}) end
    having sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end) <> 0`)
const sorted = (rows: readonly (readonly [number | null, number])[]) =>
  rows.map((row) => JSON.stringify(row)).toSorted()

test('after any history the stored balances, the totals and the customers of an item are what all records say', async () => {
  let moved = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 15 }), async (steps) => {
      for (const one of steps) {
        await act(one)
        moved += one.kind === 'merge' ? 1 : 0
      }
      expect(await db.many(sql`select * from loan_balances where balance_e4 <> 0 order by 1, 2`)).toEqual(
        await plainBalances(),
      )
      const totals = await runner.ask(loanTotalsQuery, {}, SYSTEM)
      expect(sorted(totals.products.map(({ productId, quantity }) => [productId, quantity]))).toEqual(
        sorted((await plainOf('product_id', sql`true`)).map(({ id, e4 }) => [id, e4])),
      )
      const productId = products[0] as number
      const holders = await runner.ask(productLoansQuery, { productId }, SYSTEM)
      expect(sorted(holders.customers.map(({ customerId, quantity }) => [customerId, quantity]))).toEqual(
        sorted((await plainOf('customer_id', sql`product_id = ${productId}`)).map(({ id, e4 }) => [id, e4])),
      )
    }),
    { numRuns: 12, seed: 11, endOnFailure: true },
  )
  expect(moved).toBeGreaterThan(0)
})

test('the customers of an item are read without the loans that came back', async () => {
  const [productId = 0] = await ids(sql`insert into products (name, lendable) values ('Φανάρι', true) returning id`)
  await db.run(sql`
    insert into loans (bound, origin, customer_id, customer_name, product_id, product_name, quantity_e4, user_name)
    select bound, 'manual', ${customers[0]}, 'Πελάτης 1', ${productId}, 'Φανάρι', 10000, 'x'
    from generate_series(1, 3000) n, (values ('OUTBOUND'), ('INBOUND')) as b(bound)`)
  await db.run(sql`
    insert into loans (bound, origin, customer_id, customer_name, product_id, product_name, quantity_e4, user_name)
    values ('OUTBOUND', 'manual', ${customers[1]}, 'Πελάτης 2', ${productId}, 'Φανάρι', 70000, 'x')`)
  await db.script('analyze')
  const read: number[] = []
  const rows = explaining(db, (plan) => read.push(rowsRead(plan)))
  const answer = await productLoansQuery.ask({ rows } as never, { productId })
  expect(answer.customers.map(({ quantity }) => quantity)).toEqual([70_000])
  expect(Math.max(...read)).toBeLessThan(50)
})
