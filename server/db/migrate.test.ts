import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { MigrationRefused, migrate, pendingMigrations } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { emptyDatabase, emptyDatabaseOn, testServer } from '#testing/engines.ts'
import type { ThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

let server: ThrowawayPostgres
let folder: string
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  folder = temporaryFolder('migrations')
  file('0001_first.sql', `create table first (id int); insert into first values (1); -- the end`)
  file(
    '0002_second.sql',
    `create table second (id int);\ncreate function two() returns int language sql as $$ select 2; $$;\n`,
  )
  file('notes.md', 'no migration')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, text: string) => writeFileSync(join(folder, name), text)

describe.each(['pglite', 'postgres'] as const)('%s', (engine) => {
  let db: Database
  beforeEach(async () => {
    db = await emptyDatabase(engine, server)
  })
  afterEach(() => db.close())

  test('applies missing files once and in order', async () => {
    expect(await pendingMigrations(db, folder)).toEqual(['0001_first.sql', '0002_second.sql'])
    expect(await migrate(db, folder)).toEqual(['0001_first.sql', '0002_second.sql'])
    expect(await migrate(db, folder)).toEqual([])
    expect(await pendingMigrations(db, folder)).toEqual([])
    expect(await db.one(sql`select id, two() as two from first`)).toEqual({ id: 1, two: 2 })
    file('0003_third.sql', 'create table third (id int)')
    expect(await pendingMigrations(db, folder)).toEqual(['0003_third.sql'])
    expect(await migrate(db, folder)).toEqual(['0003_third.sql'])
  })

  test('a failing file is rolled back completely, and the files before it stay applied', async () => {
    file('0002_second.sql', 'create table second (id int); insert into nowhere values (1)')
    await expect(migrate(db, folder)).rejects.toThrow('0002_second.sql')
    expect(
      await db.one(sql`select to_regclass('first') is null as first, to_regclass('second') is null as second`),
    ).toEqual({
      first: false,
      second: true,
    })
    expect(await pendingMigrations(db, folder)).toEqual(['0002_second.sql'])
  })

  test('refuses a file that was changed after it was applied, but accepts other line endings', async () => {
    await migrate(db, folder)
    file(
      '0002_second.sql',
      `create table second (id int);\r\ncreate function two() returns int language sql as $$ select 2; $$;\r\n`,
    )
    expect(await migrate(db, folder)).toEqual([])
    file('0001_first.sql', 'create table first (id bigint)')
    await expect(migrate(db, folder)).rejects.toThrow(MigrationRefused)
    await expect(migrate(db, folder)).rejects.toThrow('0001_first.sql was changed')
  })

  test('refuses a database that is newer than the program', async () => {
    await migrate(db, folder)
    rmSync(join(folder, '0002_second.sql'))
    await expect(migrate(db, folder)).rejects.toThrow('newer than this program: it knows the migration 0002_second.sql')
  })
})

test('processes that start together on one PostgreSQL server apply each file once', async () => {
  const url = await emptyDatabaseOn(server)
  const databases = await Promise.all([1, 2, 3, 4].map(() => openPostgres(url, { poolSize: 2 })))
  const applied = await Promise.all(databases.map((db) => migrate(db, folder)))
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await databases[0]?.one(sql`select count(*) as rows from first`)).toEqual({ rows: 1 })
  await Promise.all(databases.map((db) => db.close()))
})
