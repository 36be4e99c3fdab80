/** Tests that databases of the version before the baseline continue, and that older ones are refused. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { BASELINE_END, BEFORE_BASELINE } from '#server/db/baseline.ts'
import { applyMigrations, hashOf, MIGRATIONS, migrate, pendingMigrations, readMigrations } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { BEFORE_MIGRATIONS, knowMigrations, makeBeforeBaseline } from '#testing/before-baseline/before-baseline.ts'
import { anotherProcess, emptyDatabase, emptyDatabaseOn, outcome, testServer } from '#testing/engines.ts'
import type { ThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const FILES = readMigrations(MIGRATIONS)
const LATER = FILES.map(({ name }) => name).filter((name) => name > BASELINE_END)

let server: ThrowawayPostgres
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const known = (db: Database) =>
  db.many<{ name: string; sha256: string }>(sql`select name, sha256 from schema_migrations order by name`)
const own = FILES.map(({ name, sha256 }) => ({ name, sha256 }))

test('the list of its migrations is that of the version before', () => {
  expect(hashOf(BEFORE_MIGRATIONS)).toBe(BEFORE_BASELINE.migrations)
  expect([BEFORE_MIGRATIONS[0]?.name, BEFORE_MIGRATIONS.at(-1)?.name]).toEqual([
    BEFORE_BASELINE.first,
    BEFORE_BASELINE.last,
  ])
  expect(FILES.map(({ name }) => name)).toContain(BASELINE_END)
})

describe.each(['pglite', 'postgres'] as const)('%s', (engine) => {
  let db: Database
  beforeEach(async () => {
    db = await emptyDatabase(engine, server)
  })
  afterEach(() => db.close())

  test('a database of the version before continues with its rows and the later migrations', async () => {
    await makeBeforeBaseline(db)
    await db.run(sql`insert into customers (id, name) values (5, 'Παλιός πελάτης')`)
    expect(await pendingMigrations(db)).toEqual(FILES.map(({ name }) => name))
    expect(await migrate(db)).toEqual(LATER)
    expect(await known(db)).toEqual(own)
    expect(await db.many(sql`select name from customers where not system`)).toEqual([{ name: 'Παλιός πελάτης' }])
    expect(await pendingMigrations(db)).toEqual([])
    expect(await migrate(db)).toEqual([])
  })

  test('an older one is told which version to start once, and is not changed', async () => {
    const older = BEFORE_MIGRATIONS.slice(0, -1)
    await applyMigrations(db, [])
    await knowMigrations(db, older)
    const tables = () => db.many(sql`select relname::text as name, relfilenode::text as file from pg_class order by 1`)
    const before = await tables()
    const say = 'older than version 0.4.0: start version 0.4.0 (the tag v0.4.0) on it once, and then this one'
    await expect(migrate(db)).rejects.toThrow(say)
    await expect(pendingMigrations(db)).rejects.toThrow(say)
    expect(await known(db)).toEqual(older)
    expect(await tables()).toEqual(before)
  })

  test('one that knows other migrations besides is newer, and is not changed', async () => {
    const newer = [...BEFORE_MIGRATIONS, { name: '9999_another.sql', sha256: 'x' }]
    await applyMigrations(db, [])
    await knowMigrations(db, newer)
    await expect(migrate(db)).rejects.toThrow('newer than this program: it knows the migration 9999_another.sql')
    expect(await known(db)).toEqual(newer)
  })
})

test('a folder of the embedded database of the version before continues', async () => {
  const folder = temporaryFolder('before-baseline')
  try {
    const before = await openPglite(join(folder, 'database'))
    await makeBeforeBaseline(before)
    await before.run(sql`insert into customers (id, name) values (5, 'Παλιός πελάτης')`)
    await before.close()
    const db = await openPglite(join(folder, 'database'))
    expect(await migrate(db)).toEqual(LATER)
    expect(await known(db)).toEqual(own)
    expect(await db.one(sql`select count(*)::int as count from customers where not system`)).toEqual({ count: 1 })
    await db.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('processes that start together on a database of the version before continue it once', async () => {
  const url = await emptyDatabaseOn(server)
  const databases = await Promise.all([1, 2, 3, 4].map(() => openPostgres(url, { poolSize: 2 })))
  const [first] = databases
  if (!first) throw new Error('no database')
  await makeBeforeBaseline(first)
  const applied = await Promise.all(databases.map((db) => migrate(db)))
  expect(applied.flat().toSorted()).toEqual(LATER)
  expect(await known(first)).toEqual(own)
  await Promise.all(databases.map((db) => db.close()))
})

test('a process that is killed while it continues a database leaves it whole, and the next one goes on', async () => {
  const url = await emptyDatabaseOn(server)
  const db = await openPostgres(url, { poolSize: 2 })
  await makeBeforeBaseline(db)
  const holder = await openPostgres(url, { poolSize: 1 })
  // the process waits for this row, when it has written down nothing yet but is about to
  await holder.transaction('locking', async (tx) => {
    await tx.many(sql`select from schema_migrations where name = ${BEFORE_BASELINE.last} for update`)
    const killed = anotherProcess(`
      const { migrate } = await import('./server/db/migrate.ts')
      const { openPostgres } = await import('./server/db/postgres/postgres.ts')
      await migrate(await openPostgres(${JSON.stringify(url)}, { poolSize: 1 }))`)
    const ended = outcome(killed)
    const waits = sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from schema_migrations%'`
    await expect.poll(() => db.maybe(waits), { timeout: 60_000 }).not.toBeNull()
    killed.kill('SIGKILL')
    expect((await ended).code).toBeNull()
  })
  expect(await migrate(db)).toEqual(LATER)
  expect(await known(db)).toEqual(own)
  await holder.close()
  await db.close()
})
