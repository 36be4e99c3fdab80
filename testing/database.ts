/** Opens an empty migrated database, or one that a test has prepared, on the engine of the test run. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, sql } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import {
  asAdmin,
  databaseUrl,
  makeOnce,
  openDump,
  pgliteTemplate,
  postgresTemplate,
  preparedFolder,
  preparedName,
  readDump,
  shrink,
  TEMPLATE_LOCK,
} from '#testing/template.ts'

/** The engine of the test run, from TEST_ENGINE; 'pglite' unless it is 'postgres'. */
export const TEST_ENGINE: Database['engine'] = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'pglite'

let opened = 0

/** Returns how many databases the files of this process have opened so far. */
export const databasesOpened = (): number => opened

function countOpened(): void {
  // scripts/sort-tests/sort-tests.ts finds by its imports whether a test runs once; an import that it missed fails here
  if (process.env['TEST_ENGINE'] === 'none') throw new Error('A test that runs once opens a database of the run')
  opened += 1
}

let migratedDump: Promise<ArrayBuffer> | undefined
let postgresName: Promise<string> | undefined

/** Opens a database for one test; `close` deletes it. `statementSeconds` is for tests with long statements. */
export async function testDatabase(
  engine: Database['engine'] = TEST_ENGINE,
  statementSeconds?: number,
): Promise<Database> {
  countOpened()
  return engine === 'postgres' ? openCopyOf(await migratedName(), statementSeconds) : openDump(await migrated())
}

type DatabaseSettings = Readonly<Record<string, string>>

/** What `prepare` did to a database, and what a test must know about it. */
export type Prepared<Known> = { readonly db: Database; readonly known: Known }

/**
 * Opens a database that `prepare` has filled. `prepare` runs once for each name in a test run; the others get a copy,
 * and what it returned, which must be plain JSON. `settings` are those of the copy, on PostgreSQL only. `close` deletes the copy.
 */
export async function preparedDatabase<Known>(
  name: string,
  prepare: (db: Database) => Promise<Known>,
  engine: Database['engine'] = TEST_ENGINE,
  settings: DatabaseSettings = {},
): Promise<Prepared<Known>> {
  const run = process.env['TEST_RUN']
  if (run === undefined) {
    const db = await testDatabase(engine)
    return { db, known: await prepare(db) }
  }
  countOpened()
  return engine === 'postgres'
    ? preparedPostgres(preparedName(run, name), prepare, settings)
    : preparedPglite(run, name, prepare)
}

const migrated = (): Promise<ArrayBuffer> => (migratedDump ??= pgliteTemplate().then(readDump))
const migratedName = (): Promise<string> => (postgresName ??= postgresTemplate(testServer()))

async function preparedPglite<Known>(
  run: string,
  name: string,
  prepare: (db: Database) => Promise<Known>,
): Promise<Prepared<Known>> {
  const folder = join(preparedFolder(run), name)
  const [dump, known] = [join(folder, 'dump.tar'), join(folder, 'known.json')]
  // another process may prepare it at the same time; a dump and its `known` belong together
  await makeOnce(folder, async (draft) => {
    mkdirSync(draft)
    const db = await openDump(await migrated())
    try {
      writeFileSync(join(draft, 'known.json'), JSON.stringify(await prepare(db)))
      await shrink(db)
      writeFileSync(join(draft, 'dump.tar'), Buffer.from(await db.dump()))
    } finally {
      await db.close()
    }
  })
  return { db: await openDump(await readDump(dump)), known: JSON.parse(readFileSync(known, 'utf8')) as Known }
}

function testServer(): string {
  const server = process.env['TEST_DATABASE_URL']
  if (server) return server
  throw new Error('TEST_ENGINE=postgres needs TEST_DATABASE_URL, or testing/template.ts as the global setup of vitest')
}

async function openCopyOf(
  template: string,
  statementSeconds?: number,
  settings: DatabaseSettings = {},
): Promise<Database> {
  const server = testServer()
  const name = `kerino_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(server, async (admin) => {
    await admin.query(`create database ${name} template ${template} strategy ${process.env['TEST_COPY'] ?? 'wal_log'}`)
    for (const [setting, value] of Object.entries(settings))
      await admin.query(`alter database ${name} set ${setting} = ${admin.escapeLiteral(value)}`)
  })
  const database = await openPostgres(databaseUrl(server, name), { statementSeconds })
  return {
    ...database,
    async close() {
      await database.close()
      await asAdmin(server, async (admin) => {
        await admin.query(`drop database if exists ${name} with (force)`)
      })
    },
  }
}

/**
 * Opens other connections to the database of a test, as a second process does. The embedded database has only one process, so there
 * the same one is returned. `close` closes only these connections.
 */
export async function secondProcess(db: Database): Promise<Database> {
  if (db.engine === 'pglite') return { ...db, close: () => Promise.resolve() }
  const { name } = await db.one<{ name: string }>(sql`select current_database()::text as name`)
  return openPostgres(databaseUrl(testServer(), name))
}

const preparedHere = new Map<string, Promise<unknown>>()

async function preparedPostgres<Known>(
  name: string,
  prepare: (db: Database) => Promise<Known>,
  settings: DatabaseSettings,
): Promise<Prepared<Known>> {
  const known = preparedHere.get(name) ?? knownOf(name, prepare)
  preparedHere.set(name, known)
  return { known: (await known) as Known, db: await openCopyOf(name, undefined, settings) }
}

/** Returns what `prepare` returned, from the comment of the database. Prepares the database if it does not exist. */
async function knownOf<Known>(name: string, prepare: (db: Database) => Promise<Known>): Promise<Known> {
  const server = testServer()
  const migrated = await migratedName()
  let known: string | undefined
  await asAdmin(server, async (admin) => {
    await admin.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`)
    const { rows } = await admin.query<{ known: string }>(
      `select shobj_description(oid, 'pg_database') as known from pg_database where datname = $1`,
      [name],
    )
    known = rows[0]?.known
    if (known !== undefined) return
    await admin.query(`create database ${name}_draft template ${migrated}`)
    const db = await openPostgres(databaseUrl(server, `${name}_draft`))
    try {
      known = JSON.stringify(await prepare(db))
    } finally {
      await db.close()
    }
    await admin.query(`comment on database ${name}_draft is ${admin.escapeLiteral(known)}`)
    await admin.query(`alter database ${name}_draft rename to ${name}`)
  })
  return JSON.parse(known ?? '') as Known
}
