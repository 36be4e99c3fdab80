/** Tests that many orders that were sent for packaging are taken back at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const stockOfCandle = async () =>
  (
    await company.db.one<{ stock: number }>(
      sql`select stock_e4 as stock from products where id = ${company.stock.candle}`,
    )
  ).stock

test('many that were sent are taken back together, but none that is packed meanwhile', async () => {
  const [sent, packed] = [await company.order('TO-PACKAGE'), await company.order('PACKAGED')]
  const before = await stockOfCandle()
  expect(await company.run('orders.move-orders', { ids: [sent, packed], transition: 'reopen' })).toMatchObject({
    moved: [sent],
    refused: [{ id: packed, code: 'orders.wrong-status', details: { status: 'PACKAGED' } }],
  })
  expect(await stockOfCandle()).toBe(before)
})
