/** Tests that opening the operations board rechecks stock without disturbing packers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql, type TransactionMode } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { processOrdersCommand, waitingStockQuery } from './process-orders.ts'

const PIECE = 10_000
const BOARDS = 6

let company: TestCompany
/** The modes of the boards' transactions, in the order in which they began. */
let modes: TransactionMode[] = []
let boards: Runner
beforeAll(async () => {
  company = await openTestCompany()
  const counted: Database = {
    ...company.db,
    transaction: (mode, work) => {
      modes.push(mode)
      return company.db.transaction(mode, work)
    },
  }
  boards = new Runner({ db: counted, clock: () => new Date() })
})
afterAll(() => company?.close())

const make = async (command: string, input: object) => ((await company.run(command, input)) as { id: number }).id
const setStock = (productId: number, pieces: number) =>
  company.run('stock.adjust-stock', { productId, newStock: pieces * PIECE, reason: 'απογραφή' })
const open = () => boards.run(processOrdersCommand, { withoutOpenTasks: true }, SYSTEM)
const openAll = () => Promise.all(Array.from({ length: BOARDS }, open))
const total = (answers: readonly { promoted: number; demoted: number }[]): [number, number] =>
  answers.reduce<[number, number]>((sum, one) => [sum[0] + one.promoted, sum[1] + one.demoted], [0, 0])

/** Creates orders of one piece each. */
async function ordersOf(productId: number, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1)
    ids.push(
      await make('orders.create-order', {
        customerId: company.stock.customer,
        lines: [{ productId, quantity: PIECE }],
      }),
    )
  return ids
}

test('boards that find no change write nothing, however many open at once', async () => {
  const candle = await make('products.create-product', { name: 'Κερί σε ησυχία' })
  await setStock(candle, 3)
  await ordersOf(candle, 3)
  await open()
  modes = []
  expect(total(await openAll())).toEqual([0, 0])
  expect(modes).toEqual(Array.from({ length: BOARDS }, () => 'read'))
})

test('boards that open while others pack move each order once, and no packing fails or waits for all orders', async () => {
  const candle = await make('products.create-product', { name: 'Κερί που έρχεται' })
  const waiting = await ordersOf(candle, 12)
  const packed = await Promise.all(Array.from({ length: 8 }, () => company.order('TO-PACKAGE')))
  await setStock(candle, 100)
  modes = []
  const [answers] = await Promise.all([
    openAll(),
    ...packed.map((id) => company.run('packaging.package-order', { id, name: 'Νίκος' })),
  ])
  // a board that opens during the recheck of another does nothing
  expect(total([...answers, await open()])).toEqual([waiting.length, 0])
  // no transaction of a board is serializable, so that its reads never clash
  expect(modes).not.toContain('serializable')
  const rows = await company.db.many<{ status: string; times: number }>(sql`
    select o.status, (select count(*)::int from history h where h.entity = 'orders' and h.entity_id = o.id
      and h.changes -> 'status' ->> 1 = o.status) as times
    from orders o where o.id = any(${[...waiting, ...packed]}::bigint[])`)
  expect(rows.map(({ times }) => times)).toEqual(rows.map(() => 1))
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['STOCK-OK', 'PACKAGED']))
})

test('Process says for each waiting order whether its status changed, and whether something is missing', async () => {
  const lantern = await make('products.create-product', { name: 'Φανάρι' })
  await setStock(lantern, 4)
  const small = await make('orders.create-order', {
    customerId: company.stock.customer,
    lines: [{ productId: lantern, quantity: 3 * PIECE }],
  })
  const [first] = await ordersOf(lantern, 1)
  await setStock(lantern, 2)
  const large = await make('orders.create-order', {
    customerId: company.stock.customer,
    lines: [{ productId: lantern, quantity: 9 * PIECE }],
  })
  const answer = await boards.run(processOrdersCommand, { named: true }, SYSTEM)
  expect(answer.moved).toContainEqual({ id: small, status: 'PENDING-STOCK' })
  expect(answer.moved).toHaveLength(answer.promoted + answer.demoted)
  const { rows, more } = await boards.ask(waitingStockQuery, {}, SYSTEM)
  expect(more).toBe(false)
  const of = (id: number | undefined) => rows.find((row) => row.id === id)
  expect(of(first)).toMatchObject({ status: 'STOCK-OK', missing: false })
  expect(of(small)).toMatchObject({ status: 'PENDING-STOCK', missing: true })
  expect(of(large)).toMatchObject({ status: 'PENDING-STOCK', missing: true })
})

test('a recheck repeated with the same idempotency key returns the same answer and does nothing', async () => {
  const candle = await make('products.create-product', { name: 'Κερί με κλειδί' })
  await ordersOf(candle, 2)
  await setStock(candle, 2)
  const press = () => boards.run(processOrdersCommand, {}, SYSTEM, { idempotencyKey: 'recheck' })
  modes = []
  expect(await press()).toEqual({ promoted: 2, demoted: 0 })
  // pages send a key, and their recheck must not clash with the orders that others write either
  expect(modes).toEqual(['locking'])
  await setStock(candle, 0)
  expect(await press()).toEqual({ promoted: 2, demoted: 0 })
  expect(await boards.run(processOrdersCommand, {}, SYSTEM)).toEqual({ promoted: 0, demoted: 2 })
})
