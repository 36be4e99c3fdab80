import { expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { testDatabase } from '#server/testing/database.ts'

test('a test database is migrated, has no rows of other tests, and is separate', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  expect(await pendingMigrations(one)).toEqual([])
  await one.script('create table mine (id int)')
  expect(await two.one(sql`select to_regclass('mine') as mine`)).toEqual({ mine: null })
  await Promise.all([one.close(), two.close()])
}, 60_000)
