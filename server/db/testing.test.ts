import { expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { preparedDatabase, testDatabase } from '#testing/database.ts'

test('a test database is migrated, has no rows of other tests, and is separate', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  expect(await pendingMigrations(one)).toEqual([])
  await one.script('create table mine (id int)')
  expect(await two.one(sql`select to_regclass('mine') as mine`)).toEqual({ mine: null })
  await Promise.all([one.close(), two.close()])
})

test('a prepared database is prepared once for all tests of a run, and each test has a separate copy of it', async () => {
  let prepared = 0
  const open = () =>
    preparedDatabase('testing', async (db) => {
      prepared += 1
      await db.script('create table ours (name text not null)')
      await db.run(sql`insert into ours values ('Άννα')`)
      return { table: 'ours', count: 1 }
    })
  const one = await open()
  await one.db.run(sql`insert into ours values ('Νίκος')`)
  const two = await open()
  expect([one.known, two.known]).toEqual([
    { table: 'ours', count: 1 },
    { table: 'ours', count: 1 },
  ])
  expect(prepared).toBe(1)
  expect(await one.db.many(sql`select name from ours order by name`)).toHaveLength(2)
  expect(await two.db.many(sql`select name from ours`)).toEqual([{ name: 'Άννα' }])
  await Promise.all([one.db.close(), two.db.close()])
})
