/** Packages orders at the same moment: orders with the same goods wait for each other, and none is packaged twice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { packageOrderCommand } from './package-order.ts'

const PIECE = 10_000
const ORDERS = 24

let company: TestCompany
/** The number of transactions that packaging has begun. */
let attempts = 0
/** Two processes on one database, which do not communicate. */
let processes: Runner[]
beforeAll(async () => {
  company = await openTestCompany()
  const counted: Database = {
    ...company.db,
    transaction: (mode, work) => {
      attempts += 1
      return company.db.transaction(mode, work)
    },
  }
  processes = [1, 2].map(() => new Runner({ db: counted, clock: () => new Date() }))
})
afterAll(() => company?.close())

async function pack(id: number, process: number): Promise<void> {
  const input = { id, name: 'Νίκος' }
  await processes[process % 2]?.run(packageOrderCommand, input, SYSTEM, { idempotencyKey: `pack ${id} ${process}` })
}
const stockOf = async (productId: number): Promise<number> =>
  (await company.db.one<{ stock: number }>(sql`select stock_e4 as stock from products where id = ${productId}`)).stock

test('packaging depends on no fact that it does not lock', () => {
  const { needs } = orderLifecycle.transitions.package
  expect(needs).toEqual([])
})

test('orders with the same product are all packaged, and no transaction is repeated', async () => {
  const { candle } = company.stock
  const ids = await Promise.all(Array.from({ length: ORDERS }, () => company.order('TO-PACKAGE')))
  const before = await stockOf(candle)
  attempts = 0
  await Promise.all(ids.map(pack))
  expect(await stockOf(candle)).toBe(before - ORDERS * PIECE)
  expect(attempts).toBe(ORDERS)
})

test('an order that several people package at once is packaged once, and the others read that', async () => {
  const { candle } = company.stock
  for (let round = 0; round < 10; round += 1) {
    const id = await company.order('TO-PACKAGE')
    const before = await stockOf(candle)
    const answers = await Promise.allSettled([0, 1, 2, 3].map((process) => pack(id, process)))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(refused).toHaveLength(3)
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(Refused)
      expect(reason.refusal.code).toBe('orders.wrong-status')
    }
    expect(await stockOf(candle)).toBe(before - PIECE)
  }
})

test('of several orders for the last piece one is packaged, and the stock does not fall below zero', async () => {
  const { candle } = company.stock
  const ids = await Promise.all(Array.from({ length: 8 }, () => company.order('TO-PACKAGE')))
  await company.run('stock.adjust-stock', { productId: candle, newStock: PIECE, reason: 'απογραφή' })
  const answers = await Promise.allSettled(ids.map(pack))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.refusal.code] : []))
  expect(codes).toEqual(Array.from({ length: 7 }, () => 'stock.not-enough'))
  expect(await stockOf(candle)).toBe(0)
})
