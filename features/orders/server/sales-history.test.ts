import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelMove } from '#features/production/server/plan/cancel-order.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { HISTORY_PAGE } from '../domain/sales-history.ts'
import { createOrderCommand } from './write/create-order.ts'
import { moveOrderCommand as moveOrderCommandWith } from './moves/own-moves.ts'
import { salesHistoryQuery } from './sales-history.ts'

const moveOrderCommand = moveOrderCommandWith({ cancel: cancelMove })

let db: Database
let runner: Runner
let [dafni, platanos]: number[] = []

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-06-10T09:00:00Z') })
  const customers = await db.many<{ id: number }>(
    sql`insert into customers (name) values ('Δάφνη'), ('Πλάτανος') returning id`,
  )
  ;[dafni, platanos] = customers.map(({ id }) => id)
})
afterAll(() => db.close())

const candle = async (): Promise<number> =>
  (
    await db.one<{ id: number }>(
      sql`insert into products (name, sku, unit, sales_price_e4) values ('Κερί', 'K1', 'KG', 100000) returning id`,
    )
  ).id

async function sell(
  customerId: number | undefined,
  lines: [productId: number, pieces: number, price: number][],
  offer = false,
) {
  const { id } = await runner.run(
    createOrderCommand,
    {
      customerId,
      offer,
      lines: lines.map(([productId, pieces, price]) => ({
        productId,
        quantity: pieces * 1_0000,
        salesPrice: price * 1_0000,
      })),
    },
    SYSTEM,
  )
  return id
}
const move = (id: number, transition: string) => runner.run(moveOrderCommand, { id, transition }, SYSTEM)
const history = (input: object) => runner.ask(salesHistoryQuery, input, SYSTEM)

test('the sales history contains the lines of a product for a customer, newest first, with their sums', async () => {
  const [product, other] = [await candle(), await candle()]
  const first = await sell(dafni, [
    [product, 2, 10],
    [other, 1, 99],
    [product, 1, 7.5],
  ])
  const second = await sell(dafni, [[product, 3, 11]])
  const theirs = await sell(platanos, [[product, 10, 5]])

  const mine = await history({ productId: product, customerId: dafni })
  expect(mine.product).toEqual({ id: product, name: 'Κερί', sku: 'K1', unit: 'KG', listPrice: 10_0000 })
  expect(mine.rows.map((row) => [row.orderId, row.quantity, row.salesPrice, row.discount, row.total])).toEqual([
    [second, 3_0000, 11_0000, -10_00, 33_00],
    [first, 2_0000, 10_0000, 0, 20_00],
    [first, 1_0000, 7_5000, 25_00, 7_50],
  ])
  // 60.50 for 6 kilograms
  expect(mine.sold).toEqual({ lines: 3, quantity: 6_0000, total: 60_50, lastPrice: 11_0000, averagePrice: 10_0833 })

  const all = await history({ productId: product })
  expect(all.rows.map((row) => [row.orderId, row.customer])[0]).toEqual([theirs, 'Πλάτανος'])
  expect(all.sold).toMatchObject({ lines: 4, quantity: 16_0000, total: 110_50, lastPrice: 5_0000 })
})

test('the sales history contains offers and cancelled orders, which are no sales, and leaves out deleted offers', async () => {
  const product = await candle()
  const sold = await sell(dafni, [[product, 1, 9]])
  const cancelled = await sell(dafni, [[product, 5, 1]])
  await move(cancelled, 'cancel')
  const offer = await sell(dafni, [[product, 5, 2]], true)
  await move(await sell(dafni, [[product, 5, 3]], true), 'delete-offer')
  const { rows, sold: figures } = await history({ productId: product, customerId: dafni })
  expect(rows.map((row) => [row.orderId, row.status])).toEqual([
    [offer, 'OFFER'],
    [cancelled, 'CANCELED'],
    [sold, 'PENDING-STOCK'],
  ])
  expect(figures).toMatchObject({ lines: 1, quantity: 1_0000, total: 9_00, lastPrice: 9_0000, averagePrice: 9_0000 })
})

test('the sales history of a product that was never sold has no price, and an unknown product is refused', async () => {
  const product = await candle()
  expect(await history({ productId: product, customerId: dafni })).toMatchObject({
    rows: [],
    more: false,
    sold: { lines: 0, quantity: 0, total: 0, lastPrice: null, averagePrice: null },
  })
  await expect(history({ productId: 9_999_999 })).rejects.toMatchObject({ refusal: { kind: 'missing' } })
})

test('the sales history has pages that continue each other, and its figures count all pages', async () => {
  const product = await candle()
  const lines = Array.from({ length: HISTORY_PAGE + 5 }, (): [number, number, number] => [product, 1, 10])
  await sell(dafni, lines)
  const first = await history({ productId: product, customerId: dafni })
  const second = await history({ productId: product, customerId: dafni, page: 2 })
  expect([first.rows.length, first.more, second.rows.length, second.more]).toEqual([HISTORY_PAGE, true, 5, false])
  expect(new Set([...first.rows, ...second.rows].map((row) => row.lineNo)).size).toBe(HISTORY_PAGE + 5)
  expect(second.sold.lines).toBe(HISTORY_PAGE + 5)
})
