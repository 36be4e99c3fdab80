import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { CannotStart, DatabaseStopped } from '#server/db/errors.ts'
import { openDatabase } from '#server/db/open.ts'
import { tidy } from '#server/db/pglite/pglite-housekeeping.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { anotherProcess, emptyPglite, outcome } from '#testing/engines.ts'
import { FULL_LENGTH } from '#testing/length.ts'
import { emptyPgliteTemplate } from '#testing/template.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

let folder: string
let made: string
let madeAnswer: unknown
beforeAll(async () => {
  made = temporaryFolder('pglite-made')
  // an earlier start was killed while it created the database
  mkdirSync(join(made, 'pg.new'))
  const db = await openPglite(join(made, 'pg'))
  madeAnswer = await db.one(sql`select 1 as one`)
  await db.close()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))
beforeEach(() => {
  folder = temporaryFolder('pglite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const COMMITS = 25

/** Copies an empty database into the folder of the test, because creating one takes seconds. */
function copyEmptyDatabase(): string {
  cpSync(made, folder, { recursive: true })
  return join(folder, 'pg')
}

test('every commit is written to the disk before it is acknowledged', async () => {
  const db = await openPglite(copyEmptyDatabase())
  expect(
    await db.one(sql`select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method,
    current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`),
  ).toEqual({
    fsync: 'on',
    method: 'fsync',
    commit: 'on',
    pages: 'on',
  })
  await db.script('create table rows (id int primary key)')
  for (let id = 0; id < COMMITS; id++) {
    const before = await db.fsyncs()
    if (id % 2) await db.run(sql`insert into rows values (${id})`)
    else await db.transaction('serializable', (tx) => tx.run(sql`insert into rows values (${id})`))
    expect(await db.fsyncs()).toBeGreaterThan(before)
  }
  const before = await db.fsyncs()
  await db.many(sql`select * from rows`)
  expect(await db.fsyncs()).toBe(before)
  await db.close()
})

test('kill -9 during commits loses no acknowledged row', async () => {
  const writer = `
    import { CannotStart, DatabaseStopped } from '#server/db/errors.ts'
import { openDatabase } from '#server/db/open.ts'
    import { sql } from '#server/db/database.ts'
    const db = await openDatabase({ dataDir: ${JSON.stringify(folder)} })
    await db.script('create table if not exists rows (id bigint primary key, pair bigint)')
    const { last } = await db.one(sql\`select coalesce(max(id), 0) as last from rows\`)
    for (let id = last + 1; ; id += 2) {
      await db.transaction('serializable', async (tx) => {
        await tx.run(sql\`insert into rows values (\${id}, \${id + 1})\`)
        await tx.run(sql\`insert into rows values (\${id + 1}, \${id})\`)
      })
      process.stdout.write(id + '\\n')
    }`
  copyEmptyDatabase()
  let acknowledged = 0
  for (const wait of FULL_LENGTH ? [150, 300, 80] : [150]) {
    const child = anotherProcess(writer)
    const ended = outcome(child)
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    await new Promise((resolve) => setTimeout(resolve, wait))
    child.kill('SIGKILL')
    const { out, err } = await ended
    expect(err).toBe('')
    const lines = out.split('\n').slice(0, -1).map(Number)
    expect(lines.length).toBeGreaterThan(0)
    acknowledged = lines.at(-1) ?? 0

    const db = await openDatabase({ dataDir: folder })
    const found = await db.one<{ rows: number; last: number; halves: number }>(sql`
      select count(*) as rows, max(id) as last, count(*) filter (where pair not in (select id from rows)) as halves from rows`)
    expect(found.last).toBeGreaterThanOrEqual(acknowledged + 1)
    expect(found).toMatchObject({ rows: found.last, halves: 0 })
    await db.close()
  }
})

test('a start that is killed while it creates the database does not prevent the next start', () => {
  expect(madeAnswer).toEqual({ one: 1 })
  expect(readdirSync(made)).toEqual(['pg'])
})

test('the background work of a server is done: vacuum, statistics, checkpoint', async () => {
  const db = await openPglite(copyEmptyDatabase())
  await db.script(`create table rows (id int primary key, text text); create table "Quiet" (id int)`)
  await db.run(sql`insert into rows select number, repeat('x', 1000) from generate_series(1, 40000) number`)
  await db.run(sql`delete from rows where id % 2 = 0`)
  // the engine updates its count of changed rows at most once a second
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await db.ping()
  expect(await tidy(db)).toEqual(['vacuum public.rows', 'checkpoint'])
  expect(
    await db.one(sql`select n_dead_tup as dead, last_vacuum is not null as vacuumed,
      (select count(*) > 0 from pg_stats where tablename = 'rows') as statistics,
      (select pg_current_wal_lsn() - redo_lsn < 1000000 from pg_control_checkpoint()) as checked
      from pg_stat_user_tables where relname = 'rows'`),
  ).toEqual({ dead: 0, vacuumed: true, statistics: true, checked: true })
  expect(await tidy(db)).toEqual([])
  await db.close()
})

test('when the engine fails, waiting calls fail too, and the process can end with code 1', async () => {
  const child = anotherProcess(`
    import { readDump } from '#testing/template.ts'
    import { Worker } from 'node:worker_threads'
    import { tidy } from '#server/db/pglite/pglite-housekeeping.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
    import { sql } from '#server/db/database.ts'
    let thread
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (...args) { thread = this; return post.apply(this, args) }
    const load = await readDump(${JSON.stringify(await emptyPgliteTemplate())})
    const db = await openPglite('memory', { load, stopped: (error) => { console.log('stopped', error.name); process.exitCode = 1 } })
    const waiting = db.many(sql\`select pg_sleep(1)\`).catch((error) => console.log('waiting', error.message))
    const queued = db.transaction('read', (tx) => tx.many(sql\`select 1\`)).catch((error) => console.log('queued', error.name))
    await thread.terminate()
    await Promise.all([waiting, queued])
    await db.ping().catch((error) => console.log('ping', error.name))
    await db.close()`)
  const { code, out, err } = await outcome(child)
  expect(err).toBe('')
  expect(out.trim().split('\n').sort()).toEqual([
    'ping DatabaseStopped',
    'queued DatabaseStopped',
    'stopped DatabaseStopped',
    'waiting The embedded database stopped: its thread ended with code 1',
  ])
  expect(code).toBe(1)
})

test('a folder that contains no database of the product is refused with one message', async () => {
  mkdirSync(join(folder, 'pg'))
  writeFileSync(join(folder, 'pg', 'PG_VERSION'), '9\n')
  const error = await openPglite(join(folder, 'pg')).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(CannotStart)
  expect((error as Error).message).toMatch(/^The embedded database in .*pg cannot be opened: .+$/)
})

test('an engine that can no longer write its log stops with the reason', async () => {
  const stopped = Promise.withResolvers<Error>()
  const db = await openPglite(copyEmptyDatabase(), { stopped: stopped.resolve })
  await db.script('create table rows (id int)')
  rmSync(join(folder, 'pg', 'pg_wal'), { recursive: true })
  await expect(db.run(sql`insert into rows select generate_series(1, 300000)`)).rejects.toThrow(DatabaseStopped)
  expect((await stopped.promise).message).toContain('The embedded database stopped: could not create file "pg_wal/')
  await expect(db.ping()).rejects.toThrow(DatabaseStopped)
  await db.close()
})

test('a dump contains all data', async () => {
  const db = await emptyPglite()
  await db.script(
    `create extension pg_trgm; create extension unaccent; create table rows (name text); insert into rows values ('Άννα')`,
  )
  const dump = await db.dump()
  await db.close()
  // the dump may be opened again
  for (const copy of [await openPglite('memory', { load: dump }), await openPglite('memory', { load: dump })]) {
    expect(
      await copy.many(sql`select name, unaccent('é') as plain, similarity('abc', 'abc') as alike from rows`),
    ).toEqual([{ name: 'Άννα', plain: 'e', alike: 1 }])
    await copy.close()
  }
})
