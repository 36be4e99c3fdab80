import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelMove } from '#features/production/server/plan/cancel-order.ts'
import { productsForLinesQuery } from '#features/products/server/queries.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { createOrderCommand } from './write/create-order.ts'
import { moveOrderCommand as moveOrderCommandWith } from './moves/own-moves.ts'
import { lastOrderQuery } from './queries.ts'

const moveOrderCommand = moveOrderCommandWith({ cancel: cancelMove })

let db: Database
let runner: Runner
const [customer, stranger, candle, glass] = [101, 102, 201, 202]

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-06-10T09:00:00Z') })
  await db.run(sql`insert into customers (id, name) values (${customer}, 'Ταβέρνα'), (${stranger}, 'Καφενείο')`)
  await db.run(sql`
    insert into products (id, name, sales_price_e4, b2b_sales_price_e4, cost_price_e4, lendable)
    values (${candle}, 'Κερί', 35000, 30000, 5000, false), (${glass}, 'Ποτήρι', 0, 0, 5000, true)`)
  await db.run(sql`insert into requirement_steps values (${candle}, 1, 'GEMISMA')`)
  await db.run(sql`insert into requirement_materials values (${candle}, 1, 1, ${glass}, 10000, 'Item')`)
})
afterAll(() => db.close())

const create = (pieces: number, more: object = {}) =>
  runner.run(
    createOrderCommand,
    { customerId: customer, lines: [{ productId: candle, quantity: pieces * 10_000 }], ...more },
    SYSTEM,
  )
const last = async (customerId = customer) => (await runner.ask(lastOrderQuery, { customerId }, SYSTEM)).order

test('the last order of a customer is the newest one that is neither cancelled nor an offer', async () => {
  expect(await last()).toBeNull()
  const { id } = await create(3, { loans: [{ productId: glass, originProductId: candle }] })
  await create(4, { offer: true })
  const cancelled = await create(5)
  await runner.run(moveOrderCommand, { id: cancelled.id, transition: 'cancel' }, SYSTEM)
  expect(await last()).toMatchObject({
    id,
    lines: [{ productId: candle, name: 'Κερί', quantity: 3_0000, salesPrice: 3_5000 }],
    loans: [{ productId: glass, originProductId: candle, quantity: 3_0000 }],
  })
  expect(await last(stranger)).toBeNull()
})

test('only people who may write orders may read the last order of a customer', async () => {
  const driver = { ...SYSTEM, role: 'driver' as const }
  await expect(runner.ask(lastOrderQuery, { customerId: customer }, driver)).rejects.toBeInstanceOf(Refused)
})

test('products for lines have both prices and their loans, and costs only for people who may see them', async () => {
  const ids = [candle, 999]
  const { rows } = await runner.ask(productsForLinesQuery, { ids }, SYSTEM)
  expect(rows).toMatchObject([
    {
      id: candle,
      salesPrice: 3_5000,
      b2bSalesPrice: 3_0000,
      costPrice: 5000,
      lendables: [{ materialId: glass, perUnit: 1_0000, cost: 5000 }],
    },
  ])
  const worker = { ...SYSTEM, role: 'section' as const }
  const seen = await runner.ask(productsForLinesQuery, { ids }, worker)
  expect(seen.rows).toMatchObject([{ costPrice: null, lendables: [{ cost: null }] }])
})
