import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeProductCommand } from '#features/products/server/write/change-product.ts'
import { createProductCommand } from '#features/products/server/write/create-product.ts'
import { productsForLinesQuery } from '#features/products/server/queries.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { orderDetailQuery } from '../order-detail.ts'
import { createOrderCommand } from './create-order.ts'

let db: Database
let runner: Runner
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
})
afterAll(() => db.close())

const product = async (input: object): Promise<number> => (await runner.run(createProductCommand, input, SYSTEM)).id

test('a line stores the cost that the form showed, after the materials have become dearer', async () => {
  const { id: customerId } = await db.one<{ id: number }>(
    sql`insert into customers (name) values (${'Ξενοδοχείο Ακτή'}) returning id`,
  )
  const wax = await product({ name: 'Παραφίνη', usageType: 'PURCHASED-MATERIAL', costPrice: 1_0000, unit: 'KG' })
  const glass = await product({ name: 'Ποτήρι', usageType: 'PURCHASED-MATERIAL', costPrice: 5000, lendable: true })
  const candle = await product({
    name: 'Κερί',
    salesPrice: 3_0000,
    steps: [
      {
        seq: 1,
        section: 'GEMISMA',
        materials: [
          { materialId: wax, quantity: 1_0000 },
          { materialId: glass, quantity: 1_0000 },
        ],
      },
    ],
  })
  await runner.run(changeProductCommand, { id: wax, version: 1, changes: { costPrice: 4_0000 } }, SYSTEM)
  const { rows } = await runner.ask(productsForLinesQuery, { ids: [candle] }, SYSTEM)
  expect(rows[0]).toMatchObject({ costPrice: 4_5000 })

  const costOf = async (loans: object[]) => {
    const lines = [{ productId: candle, quantity: 2_0000 }]
    const { id } = await runner.run(createOrderCommand, { customerId, lines, loans }, SYSTEM)
    return (await runner.ask(orderDetailQuery, { id }, SYSTEM)).order.lines[0]?.costPrice
  }
  expect(await costOf([])).toBe(4_5000)
  // lending lowers the cost of the line by the cost of the glass
  expect(await costOf([{ productId: glass, originProductId: candle }])).toBe(4_0000)
})
