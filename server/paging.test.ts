import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_COUNTED } from '#kernel/contract.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { countRows, countRowsBy } from './paging.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

test.each([
  [0, 0],
  [999, 999],
  [1_000, 1_000],
  [1_001, 1_001],
  [250_000, MOST_COUNTED + 1],
])('of %i rows %i are counted, so that 1,001 means more than 1,000', async (rows, counted) => {
  expect(await countRows(db, sql`from generate_series(1, ${rows}::int)`)).toEqual({ count: counted })
})

test('rows are counted by value up to the limit of lists, and values without rows are left out', async () => {
  const drawn = sql`(
    select case when n <= 5 then 'few' else 'many' end as kind from generate_series(1, 40000) n) drawn`
  expect(await countRowsBy(db, drawn, sql`kind`, ['few', 'many', 'none'])).toEqual({
    few: 5,
    many: MOST_COUNTED + 1,
  })
})
