/**
 * Creates migrated databases that tests copy. It is also vitest's global setup, which creates them before the first
 * test.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { MIGRATIONS, migrate, readMigrations } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { startThrowawayPostgres } from '#server/testing/throwaway-postgres.ts'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/kerino')
const TEMPLATE_LOCK = 7_220_332
const DAY_MS = 86_400_000

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
  keptDump(`template-${templateKey()}.tar`, async (database) => void (await migrate(database)))

/** Returns the file with the dump of an empty embedded database. Creating one takes seconds, loading it is fast. */
export const emptyPgliteTemplate = (): Promise<string> => keptDump(`empty-${engineVersion()}.tar`, async () => {})

async function keptDump(name: string, prepare: (database: Database) => Promise<void>): Promise<string> {
  const file = join(CACHE, name)
  if (existsSync(file)) return file
  const database = await openPglite('memory')
  try {
    await prepare(database)
    mkdirSync(CACHE, { recursive: true })
    const draft = `${file}.${randomUUID()}`
    writeFileSync(draft, Buffer.from(await database.dump()))
    renameSync(draft, file)
  } finally {
    await database.close()
  }
  for (const other of readdirSync(CACHE)) {
    const path = join(CACHE, other)
    if (other.startsWith('template-') && other !== name && Date.now() - statSync(path).mtimeMs > DAY_MS)
      rmSync(path, { force: true })
  }
  return file
}

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

/** Sets up vitest: creates the template, and starts a PostgreSQL server if the run needs one and none is given. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_ENGINE'] !== 'postgres') {
    await pgliteTemplate()
    return async () => {}
  }
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? null : await startThrowawayPostgres({ fsync: false })
  const url = given ?? server?.url ?? ''
  process.env['TEST_DATABASE_URL'] = url
  await postgresTemplate(url)
  return async () => {
    if (!server) return
    delete process.env['TEST_DATABASE_URL']
    await server.stop()
  }
}
