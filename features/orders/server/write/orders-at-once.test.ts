/** Tests that orders which are written at the same moment do not clash. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { createOrder } from '../../domain/contract.ts'
import { insertOrder } from './create-order.ts'

const OLDER = 3_000
let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany({}, 'postgres')
  // smaller tables are read as a whole, which clashes with every new row
  await company.db.script(`
    alter table orders disable trigger user;
    insert into orders (status, customer_id, name) select 'CANCELED', ${company.stock.customer}, 'Α' from generate_series(1, ${OLDER});
    alter table orders enable trigger user;
    analyze orders`)
})
afterAll(() => company?.close())

test('orders that are created at the same moment are committed in any order without a retry', async () => {
  const input = createOrder.input.parse({
    customerId: company.stock.customer,
    lines: [{ productId: company.stock.candle, quantity: 10_000 }],
  })
  // the first order with a word adds it to those of the search, and others with the word wait for it
  await company.runner.work(SYSTEM, 'test.create', (work) => insertOrder(work, input))
  let attempts = 0
  let written = 0
  const all = Promise.withResolvers<void>()
  /** Creates an order and commits it when all are written and `turn` is over. */
  const create = (turn: Promise<unknown>) =>
    company.runner.work(SYSTEM, 'test.create', async (work) => {
      attempts += 1
      const { id } = await insertOrder(work, input)
      if ((written += 1) === 3) all.resolve()
      await all.promise
      await turn
      return id
    })
  const last = Promise.withResolvers<void>()
  const middle = Promise.withResolvers<void>()
  const orders = [create(last.promise), create(middle.promise), create(Promise.resolve())]
  await orders[2]
  middle.resolve()
  await orders[1]
  last.resolve()
  const ids = await Promise.all(orders)
  expect(attempts).toBe(3)
  expect(await company.db.many(sql`select id from orders where id = any(${ids}::bigint[])`)).toHaveLength(3)
})
