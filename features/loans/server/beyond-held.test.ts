import { afterAll, beforeAll, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { explaining, rowsRead } from '#testing/plans.ts'
import { refuseBeyondHeld } from './refuse-beyond-held.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

test('a return without a customer id reads the records with that name, and not the loans of all years', async () => {
  await db.run(sql`
    insert into loans (bound, customer_name, product_name, origin, quantity_e4, user_name)
    select 'OUTBOUND', 'Παλιός ' || n % 500, 'Βάζο', 'manual', 10000, 'x' from generate_series(1, 10000) n`)
  await db.script('analyze loans')
  const read: number[] = []
  const rows = explaining(db, (plan) => read.push(rowsRead(plan)))
  const loan = {
    bound: 'INBOUND',
    origin: 'manual',
    customerId: null,
    customerName: 'ΠΑΛΙΟΣ 7',
    productId: null,
  } as const
  const back = (pieces: number) =>
    refuseBeyondHeld(rows, { ...loan, productName: 'Βάζο', quantity: quantity(pieces * 10_000) })
  await back(20)
  await expect(back(21)).rejects.toMatchObject({ refusal: { code: 'loans.beyond-balance', details: { balance: 20 } } })
  expect(read).toEqual([20, 20])
})
