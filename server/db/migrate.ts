/** Applies the migrations that a database lacks. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import { CannotStart, type RefusedStatement } from '#server/db/errors.ts'
import { BASELINE_END, BEFORE_BASELINE } from '#server/db/baseline.ts'

/** The database and the program do not fit. An applied file was changed, or the database is newer or too old. */
export class MigrationRefused extends CannotStart {
  override readonly name = 'MigrationRefused'
}

/** The folder of the product's migrations. */
export const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')

const FILE = /^\d{4}_[a-z0-9_-]+\.sql$/
/** The number of the advisory lock. All processes of the product use it, so that only one migrates at a time. */
const LOCK = 7_220_331
/** The SQL state of a step that another process took while this one waited for the lock. */
const ALREADY = 'KE001'

type Applied = { readonly name: string; readonly sha256: string }
export type Migration = Applied & { readonly text: string }

/** Returns the migration files of a folder, in order. */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((file) => FILE.test(file))
  return files.sort().map((name) => {
    // A checkout on Windows may change the line endings, which does not change the migration.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

/** Returns the migrations that a database has, in order. */
export const readApplied = (db: Rows): Promise<Applied[]> =>
  db.many<Applied>(sql`select name, sha256 from schema_migrations order by name collate "C"`)

/** Returns a hash over migrations. It names a version of the database. */
export function hashOf(migrations: readonly Applied[]): string {
  const hash = createHash('sha256')
  for (const { name, sha256 } of migrations) hash.update(`${name} ${sha256}\n`)
  return hash.digest('hex')
}

/** Returns which of the files make a database of a version that `hashOf` names; null if it is another version than one of them. */
export function migrationsOf(version: string, files: readonly Migration[]): readonly Migration[] | null {
  if (version === BEFORE_BASELINE.migrations) return files.filter(({ name }) => name <= BASELINE_END)
  const count = files.findIndex((_, index) => hashOf(files.slice(0, index + 1)) === version)
  return count < 0 ? null : files.slice(0, count + 1)
}

/**
 * Applies the missing files, each in its own transaction, and returns their names. Several processes may call it at
 * once. `progress` is called before each file with how many of how many this call has done.
 */
export const migrate = (
  db: Database,
  folder: string = MIGRATIONS,
  progress: (done: number, total: number) => void = () => {},
): Promise<string[]> => applyMigrations(db, readMigrations(folder), progress)

/** Applies those of some files that are missing, as `migrate` does. */
export async function applyMigrations(
  db: Database,
  files: readonly Migration[],
  progress: (done: number, total: number) => void = () => {},
): Promise<string[]> {
  // Both engines run one script as one transaction.
  await db.script(`
    select pg_advisory_xact_lock(${LOCK});
    create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
  if (isBeforeBaseline(await readApplied(db))) await enterBaseline(db, files)
  const applied: string[] = []
  const lacking = missing(await readApplied(db), files)
  for (const [done, migration] of lacking.entries()) {
    progress(done, lacking.length)
    if (await apply(db, migration)) applied.push(migration.name)
  }
  return applied
}

/** Returns the names of the files that this database lacks; empty if it is up to date. */
export async function pendingMigrations(db: Database, folder: string = MIGRATIONS): Promise<string[]> {
  const files = readMigrations(folder)
  const { made } = await db.one<{ made: boolean }>(sql`select to_regclass('schema_migrations') is not null as made`)
  const applied = made ? await readApplied(db) : []
  return (isBeforeBaseline(applied) ? files : missing(applied, files)).map(({ name }) => name)
}

const isBeforeBaseline = (applied: readonly Applied[]): boolean => hashOf(applied) === BEFORE_BASELINE.migrations

function missing(applied: readonly Applied[], files: readonly Migration[]): Migration[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const newest = applied.findLast(({ name }) => !byName.has(name))
  if (newest) throw new MigrationRefused(whyUnknown(newest.name, applied))
  for (const { name, sha256 } of applied) {
    if (byName.get(name)?.sha256 !== sha256)
      throw new MigrationRefused(`The migration ${name} was changed after it was applied`)
    byName.delete(name)
  }
  return [...byName.values()]
}

/** Says what to do with a database that has a migration which this program lacks. */
function whyUnknown(name: string, applied: readonly Applied[]): string {
  const { version, first, last } = BEFORE_BASELINE
  return name <= last && applied.some((one) => one.name === first)
    ? `The database is older than version ${version}: start version ${version} (the tag v${version}) on it once, and then this one`
    : `The database is newer than this program: it knows the migration ${name}`
}

/** Writes down that a database of the version before the baseline has the baseline, which makes the same tables. */
async function enterBaseline(db: Database, files: readonly Migration[]): Promise<void> {
  const rows = files.filter(({ name }) => name <= BASELINE_END).map(rowOf)
  await once(
    db,
    `not exists (select from schema_migrations where name = '${BEFORE_BASELINE.last}')`,
    `delete from schema_migrations; insert into schema_migrations (name, sha256) values ${rows.join(', ')}`,
  )
}

const apply = (db: Database, file: Migration): Promise<boolean> =>
  once(
    db,
    `exists (select from schema_migrations where name = '${file.name}')`,
    `${file.text}\n;insert into schema_migrations (name, sha256) values ${rowOf(file)}`,
  ).catch((error: Error) => {
    error.message = `${file.name}: ${error.message}`
    throw error
  })

const rowOf = ({ name, sha256 }: Applied): string => `('${name}', '${sha256}')`

/** Runs a script in one transaction, and one process at a time. Returns false, and runs nothing, if `done` is true by then. */
async function once(db: Database, done: string, script: string): Promise<boolean> {
  try {
    await db.script(`
      select pg_advisory_xact_lock(${LOCK});
      do $guard$ begin
        if ${done} then raise exception sqlstate '${ALREADY}'; end if;
      end $guard$;
      ${script}`)
    return true
  } catch (error) {
    if ((error as RefusedStatement).code === ALREADY) return false
    throw error
  }
}
