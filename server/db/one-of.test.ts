import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { isOneOf } from './one-of.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
  await db.run(sql`insert into products (id, name) select id, 'candle ' || id from generate_series(1, 3000) id`)
  await db.run(sql`analyze products`)
})
afterAll(() => db.close())

test.each([[[7]], [[1, 5, 9, 200, 2999]], [[3, 3]], [[]], [[9999, 4]]])('finds exactly the rows of %j', async (ids) => {
  const rows = await db.many<{ id: number }>(sql`select id from products where ${isOneOf(sql`id`, ids)} order by id`)
  expect(rows.map(({ id }) => id)).toEqual([...new Set(ids)].filter((id) => id <= 3000))
})

test.each([[[7]], [[1, 5, 9, 200, 2999]]])('the plan of a statement with %j is kept', async (ids) => {
  const kept = await db.transaction('locking', async (tx) => {
    for (let time = 0; time < 12; time += 1)
      await tx.many(sql`select name from products where ${isOneOf(sql`id`, ids)} for update`)
    return tx.one<{ times: number }>(sql`
      select generic_plans as times from pg_prepared_statements
      where statement like 'select name from products where id = %' and statement like ${ids.length > 1 ? '%any(%' : '%$1 for update'}`)
  })
  expect(kept.times).toBeGreaterThan(0)
})
