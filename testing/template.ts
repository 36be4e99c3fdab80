/**
 * Creates migrated databases that tests copy. It is also vitest's global setup, which creates them before the first
 * test.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { MIGRATIONS, migrate, readMigrations } from '#server/db/migrate.ts'
import { compileEngine, openPglite, type PgliteDatabase } from '#server/db/pglite/pglite.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { removeKilledRuns, removeOld, temporaryPath } from '#testing/temporary-folder.ts'
import { startThrowawayPostgres } from '#testing/throwaway-postgres.ts'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/kerino')
/** The lock on the test server for preparing a template. */
export const TEMPLATE_LOCK = 7_220_332

/** Returns the version of the embedded engine, because another version may not read its dumps. */
function engineVersion(): string {
  const own = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const declared = JSON.parse(readFileSync(join(dirname(own), '../package.json'), 'utf8')) as { version: string }
  return declared.version
}

/** Returns a key that changes with every migration and with the engine, so that a template is never outdated. */
function templateKey(): string {
  const hash = createHash('sha256').update(engineVersion())
  for (const { name, sha256 } of readMigrations(MIGRATIONS)) hash.update(name).update(sha256)
  return hash.digest('hex').slice(0, 12)
}

/** Returns the file with the dump of a migrated embedded database; creates it if the migrations have changed. */
export const pgliteTemplate = (): Promise<string> =>
  keptDump(`template-short-log-${templateKey()}.tar`, async (database) => void (await migrate(database)))

/** Returns the file with the dump of an empty embedded database. Creating one takes seconds, loading it is fast. */
export const emptyPgliteTemplate = (): Promise<string> =>
  keptDump(`empty-short-log-${engineVersion()}.tar`, async () => {})

/**
 * Prepares a database for a copy that opens fast: without databases that nothing uses, which are half of its files,
 * without changes that the engine would have to repeat from its log, and without files of the log that it no longer needs, 16 MB each.
 */
export async function shrink(database: Database): Promise<void> {
  await database.script('update pg_database set datistemplate = false')
  for (const unused of ['template0', 'template1']) await database.script(`drop database if exists ${unused}`)
  await database.script('set wal_recycle = off')
  // the first checkpoint still needs the file before it
  for (const statement of ['select pg_switch_wal()', 'checkpoint', 'select pg_switch_wal()', 'checkpoint'])
    await database.script(statement)
}

let compiled: Promise<WebAssembly.Module> | undefined

/** Opens an embedded database in memory from a dump. All of a process share one compiled engine. */
export async function openDump(load: ArrayBuffer): Promise<PgliteDatabase> {
  compiled ??= compileEngine()
  return openPglite('memory', { load, engine: await compiled })
}

/** Returns the bytes of a dump, for any number of databases. */
export const readDump = async (file: string): Promise<ArrayBuffer> => {
  const { buffer, byteOffset, byteLength } = await readFile(file)
  return buffer.slice(byteOffset, byteOffset + byteLength)
}

/**
 * Returns the folder of a migrated embedded database, which tests copy for a server of their own; creates it if the
 * migrations have changed.
 */
export const pgliteFolder = (): Promise<string> =>
  kept(`folder-short-log-${templateKey()}`, async (draft) => {
    const database = await openPglite(draft)
    try {
      await migrate(database)
      await shrink(database)
    } finally {
      await database.close()
    }
  })

const keptDump = (name: string, prepare: (database: Database) => Promise<void>): Promise<string> =>
  kept(name, async (draft) => {
    const database = await openPglite('memory')
    try {
      await prepare(database)
      await shrink(database)
      writeFileSync(draft, Buffer.from(await database.dump()))
    } finally {
      await database.close()
    }
  })

/** Returns the path of a file or folder in the cache; creates it, and removes what no run has needed for a day. */
async function kept(name: string, make: (draft: string) => Promise<void>): Promise<string> {
  const path = join(CACHE, name)
  if (existsSync(path)) return path
  mkdirSync(CACHE, { recursive: true })
  await makeOnce(path, make)
  removeOutdated(CACHE, templateKey())
  return path
}

/**
 * Creates a file or folder with `make`, under another name until it is complete. Does nothing if it exists. Several
 * processes may do so at once: then the first one counts.
 */
export async function makeOnce(path: string, make: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return
  const draft = join(dirname(path), `draft-${randomUUID()}`)
  try {
    await make(draft)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process may have made it in the meantime; a folder is not replaced.
    if (!existsSync(path)) throw error
  }
}

/** Removes templates and drafts that are older than a day, except the templates whose names contain `key`. */
export const removeOutdated = (cache: string, key: string): void =>
  removeOld(cache, (name) => /^(template|folder|draft)-/.test(name) && !name.includes(key))

/** Returns the name of a migrated template database on the test server; creates it if the migrations have changed. */
export async function postgresTemplate(url: string): Promise<string> {
  const name = `kerino_template_${templateKey()}`
  await asAdmin(url, async (admin) => {
    await admin.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`)
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    // Has another name until it is complete, so that an interrupted template is not used by the next run.
    await admin.query(`drop database if exists ${name}_draft with (force)`)
    await admin.query(`create database ${name}_draft`)
    const database = await openPostgres(databaseUrl(url, `${name}_draft`), { poolSize: 1 })
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
    await admin.query(`alter database ${name}_draft rename to ${name}`)
  })
  return name
}

/** Runs `work` on a connection to the test server itself, to create and drop databases. */
export async function asAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  admin.on('error', () => {})
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

/** Returns the address of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Returns the folder with the databases that tests of this run have prepared for each other. */
export const preparedFolder = (run: string): string => temporaryPath(run)

/** Returns the name of the database on the test server that tests of this run have prepared for each other. */
export const preparedName = (run: string, name: string): string => `kerino_run_${run}_${name}`

/** Removes the prepared databases of this run from a server that goes on after it. */
const dropPrepared = (url: string, run: string): Promise<void> =>
  asAdmin(url, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [preparedName(run, '')],
    )
    for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`)
  })

/** Sets up vitest: creates the template, and starts a PostgreSQL server if the run needs one and none is given. */
export default async function setup(): Promise<() => Promise<void>> {
  // another project of the same run has set it up
  if (process.env['TEST_RUN'] !== undefined) return async () => {}
  const id = randomUUID().replaceAll('-', '')
  process.env['TEST_RUN'] = id
  removeKilledRuns()
  const folder = preparedFolder(id)
  mkdirSync(folder)
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (process.env['TEST_ENGINE'] !== 'postgres') {
    await pgliteTemplate()
    return async () => removeFolder()
  }
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? null : await startThrowawayPostgres({ fsync: false })
  const url = given ?? server?.url ?? ''
  process.env['TEST_DATABASE_URL'] = url
  // on a disk the other way is faster, because this one first writes all changes of all databases to it
  if (server?.inMemory) process.env['TEST_COPY'] = 'file_copy'
  await postgresTemplate(url)
  return async () => {
    removeFolder()
    if (!server) return dropPrepared(url, id)
    delete process.env['TEST_DATABASE_URL']
    await server.stop()
  }
}
