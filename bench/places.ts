/** Databases for measurements. The generated data is written once, kept as a template, and copied for each run. */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, sql } from '#server/db/database.ts'
import { migrate, readMigrations, MIGRATIONS } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { databaseUrl } from '#testing/template.ts'
import { startThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { generateLoad } from './generate.ts'
import { FULL_SIZE } from './load-size.ts'
import { prepareLoad } from './works.ts'

/** The data of the server and of the floor: one database for both, or a folder for each. */
export type Place = {
  readonly engine: Database['engine']
  /** Describes the database in the report. */
  readonly description: string
  readonly environment: Record<string, string>
  readonly floor: { readonly url: string } | { readonly folder: string }
  /** Opens the data of the server before the server runs. */
  open(): Promise<Database>
  remove(): Promise<void>
}

/** Fewer orders are enough to compare two states of the program with each other. */
const ORDERS = Number(process.env.BENCH_ORDERS ?? FULL_SIZE.orders)
const KEPT = join(import.meta.dirname, '../build/bench')

async function fill(db: Database): Promise<void> {
  console.error(`${ORDERS} orders are generated once and kept, which takes some minutes`)
  await migrate(db)
  await generateLoad(db, { ...FULL_SIZE, orders: ORDERS })
  await prepareLoad(db)
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** Returns a key that changes when a template of an earlier run no longer fits this program. */
const shape = (): string =>
  `${readMigrations(MIGRATIONS)
    .map(({ sha256 }) => sha256.slice(0, 8))
    .join('')}${ORDERS === FULL_SIZE.orders ? '' : ` ${ORDERS} orders`}`

/**
 * Returns a PostgreSQL database on the server at DATABASE_URL, where the template stays for the next run. Without
 * DATABASE_URL it uses a temporary server.
 */
export async function postgresPlace(): Promise<Place> {
  const given = process.env.DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startThrowawayPostgres({ fsync: true })
  // another state of the program, which is compared with this one, has its own template on the same server
  const print = createHash('sha256').update(shape()).digest('hex').slice(0, 12)
  const [template, copy] = [`kerino_bench_load_${print}`, `kerino_bench_${randomUUID().slice(0, 8)}`]
  const { description } = await asAdmin(server.url, async (admin) => {
    const found = await admin.query<{ shape: string | null }>(
      `select shobj_description(oid, 'pg_database') as shape from pg_database where datname = $1`,
      [template],
    )
    if (found.rows[0]?.shape !== shape()) {
      // one that is not described was not finished
      await admin.query(`drop database if exists ${template}`)
      await admin.query(`create database ${template}`)
      const db = await openPostgres(databaseUrl(server.url, template), { statementSeconds: 600 })
      await fill(db)
      await db.close()
      await admin.query(`comment on database ${template} is '${shape()}'`)
    }
    await admin.query(`create database ${copy} template ${template}`)
    await admin.query('checkpoint')
    const settings = await admin.query<{ description: string }>(`
      select 'PostgreSQL ' || current_setting('server_version') || ', ' || string_agg(name || ' ' || current_setting(name), ', ') as description
      from unnest(array['fsync', 'synchronous_commit', 'shared_buffers', 'jit']) name`)
    return { description: settings.rows[0]?.description ?? '' }
  })
  const url = databaseUrl(server.url, copy)
  return {
    engine: 'postgres',
    description,
    environment: { DATABASE_URL: url },
    floor: { url },
    open: () => openPostgres(url),
    async remove() {
      if (given) await asAdmin(server.url, (admin) => admin.query(`drop database if exists ${copy} with (force)`))
      await server.stop()
    },
  }
}

/**
 * Returns an embedded database: a folder for the server, and a copy of it for the floor. The template stays in
 * build/bench.
 */
export async function pglitePlace(): Promise<Place> {
  const template = join(KEPT, 'pglite-load')
  const mark = join(KEPT, 'pglite-load.shape')
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== shape()) {
    rmSync(template, { recursive: true, force: true })
    mkdirSync(KEPT, { recursive: true })
    const db = await openPglite(template)
    await fill(db)
    await db.close()
    writeFileSync(mark, shape())
  }
  const folder = temporaryFolder('bench')
  const [own, floor] = [join(folder, 'server', 'pg'), join(folder, 'floor')]
  cpSync(template, own, { recursive: true })
  cpSync(template, floor, { recursive: true })
  return {
    engine: 'pglite',
    description: 'PGlite, with fsync, in a thread of the server',
    environment: { DATA_DIR: join(folder, 'server') },
    floor: { folder: floor },
    open: () => openPglite(own),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns how many transactions the database rolled back until now: those that had to run again. */
export async function rolledBack(db: Database): Promise<number> {
  // a session reports its counts to the statistics only after it was idle for a moment
  await new Promise((done) => setTimeout(done, 1_100))
  const { count } = await db.one<{ count: number }>(
    sql`select xact_rollback::int as count from pg_stat_database where datname = current_database()`,
  )
  return count
}
