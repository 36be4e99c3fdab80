/** Applies the migrations that a database lacks. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, sql } from '#server/db/database.ts'
import { CannotStart, type RefusedStatement } from '#server/db/errors.ts'

/** The database and the program do not fit. An applied file was changed, or the database is newer than the program. */
export class MigrationRefused extends CannotStart {
  override readonly name = 'MigrationRefused'
}

/** The folder of the product's migrations. */
export const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')

const FILE = /^\d{4}_[a-z0-9_-]+\.sql$/
/** The number of the advisory lock. All processes of the product use it, so that only one migrates at a time. */
const LOCK = 7_220_331
/** The SQL state of a migration that another process applied while this one waited for the lock. */
const ALREADY = 'KE001'

type Migration = { readonly name: string; readonly text: string; readonly sha256: string }

/** Returns the migration files of a folder, in order. */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((file) => FILE.test(file))
  return files.sort().map((name) => {
    // A checkout on Windows may change the line endings, which does not change the migration.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Applies the missing files, each in its own transaction, and returns their names. Several processes may call it at
 * once. `progress` is called before each file with how many of how many this call has done.
 */
export async function migrate(
  db: Database,
  folder: string = MIGRATIONS,
  progress: (done: number, total: number) => void = () => {},
): Promise<string[]> {
  // Both engines run one script as one transaction.
  await db.script(`
    select pg_advisory_xact_lock(${LOCK});
    create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
  const applied: string[] = []
  const files = await missing(db, folder)
  for (const [done, migration] of files.entries()) {
    progress(done, files.length)
    if (await apply(db, migration)) applied.push(migration.name)
  }
  return applied
}

/** Returns the names of the files that this database lacks; empty if it is up to date. */
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
