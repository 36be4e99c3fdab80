/** Brings the tables of a database to what this program expects. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, sql } from '#server/db/database.ts'
import { CannotStart, type RefusedStatement } from '#server/db/errors.ts'

/** The database and the program do not belong together: a file changed after it was applied, or the database is newer. */
export class MigrationRefused extends CannotStart {
  override readonly name = 'MigrationRefused'
}

/** Where the product's migrations are. */
export const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')

const FILE = /^\d{4}_[a-z0-9_-]+\.sql$/
/** One number for all processes of the product, so that only one migrates at a time. */
const LOCK = 7_220_331
/** Raised inside the transaction when another process applied the file while this one waited. */
const ALREADY = 'KE001'

type Migration = { readonly name: string; readonly text: string; readonly sha256: string }

/** The migration files of a folder, in their order. */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((file) => FILE.test(file))
  return files.sort().map((name) => {
    // A checkout on Windows may change the ends of lines; that is no change of the migration.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

/** Applies what is missing, each file in one transaction of its own, and answers the names it applied. Safe in two processes at once. */
export async function migrate(db: Database, folder: string = MIGRATIONS): Promise<string[]> {
  // One script is one transaction, on both engines.
  await db.script(`
    select pg_advisory_xact_lock(${LOCK});
    create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
  const applied: string[] = []
  for (const migration of await missing(db, folder)) {
    if (await apply(db, migration)) applied.push(migration.name)
  }
  return applied
}

/** The files this database still lacks; empty when the program may work on it. */
export async function pendingMigrations(db: Database, folder: string = MIGRATIONS): Promise<string[]> {
  const { made } = await db.one<{ made: boolean }>(sql`select to_regclass('schema_migrations') is not null as made`)
  const files = made ? await missing(db, folder) : readMigrations(folder)
  return files.map(({ name }) => name)
}

async function missing(db: Database, folder: string): Promise<Migration[]> {
  const files = readMigrations(folder)
  const byName = new Map(files.map((file) => [file.name, file]))
  const applied = await db.many<{ name: string; sha256: string }>(
    sql`select name, sha256 from schema_migrations order by name`,
  )
  for (const { name, sha256 } of applied) {
    const file = byName.get(name)
    if (!file) throw new MigrationRefused(`The database is newer than this program: it knows the migration ${name}`)
    if (file.sha256 !== sha256) throw new MigrationRefused(`The migration ${name} was changed after it was applied`)
    byName.delete(name)
  }
  return [...byName.values()]
}

async function apply(db: Database, { name, text, sha256 }: Migration): Promise<boolean> {
  try {
    await db.script(`
      select pg_advisory_xact_lock(${LOCK});
      do $guard$ begin
        if exists (select from schema_migrations where name = '${name}') then raise exception sqlstate '${ALREADY}'; end if;
      end $guard$;
      ${text}
      ;insert into schema_migrations (name, sha256) values ('${name}', '${sha256}')`)
    return true
  } catch (error) {
    if ((error as RefusedStatement).code === ALREADY) return false
    ;(error as Error).message = `${name}: ${(error as Error).message}`
    throw error
  }
}
