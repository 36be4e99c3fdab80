import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_COUNTED, MOST_SUMMED } from '#kernel/contract.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { countRows, countRowsBy, sumRows } from './paging.ts'

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

describe('the sums of a list', () => {
  const of = (rows: number) =>
    sumRows(
      db,
      { one: sql`1::bigint`, number: sql`n` },
      sql`from (select n::bigint as n from generate_series(1, ${rows}::int) n) drawn`,
    )

  test.each([
    [0, { one: 0, number: 0 }],
    [3, { one: 3, number: 6 }],
    [MOST_SUMMED, { one: MOST_SUMMED, number: (MOST_SUMMED * (MOST_SUMMED + 1)) / 2 }],
  ])('are those of all %i rows', async (rows, sums) => {
    expect(await of(rows)).toEqual({ sums })
  })

  test('are left out above the limit, because the rest of the rows is not read', async () => {
    expect(await of(MOST_SUMMED + 1)).toEqual({ sums: null })
  })

  test('count a row without a value as 0', async () => {
    const drawn = sql`from (values (1::bigint), (null), (4)) drawn (n)`
    expect(await sumRows(db, { n: sql`n` }, drawn)).toEqual({ sums: { n: 5 } })
  })
})
