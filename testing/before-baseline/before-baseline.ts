/**
 * What the version before the baseline left: the migrations that it applied, in the form of `hashOf`, and a backup of a small company that
 * it made.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, sql } from '#server/db/database.ts'
import { applyMigrations, MIGRATIONS, migrationsOf, readMigrations } from '#server/db/migrate.ts'
import { BEFORE_BASELINE } from '#server/db/baseline.ts'

/** The migrations of that version. */
export const BEFORE_MIGRATIONS: readonly { readonly name: string; readonly sha256: string }[] = readFileSync(
  join(import.meta.dirname, 'migrations.txt'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([name = '', sha256 = '']) => ({ name, sha256 }))

/** The backup. */
export const BACKUP_BEFORE = join(import.meta.dirname, 'backup.zip')

/** Writes into a database which migrations it knows, after `migrate` or `applyMigrations`. */
export async function knowMigrations(
  db: Database,
  applied: readonly { name: string; sha256: string }[],
): Promise<void> {
  await db.run(sql`delete from schema_migrations`)
  await db.run(sql`
    insert into schema_migrations (name, sha256)
    select name, sha256 from json_to_recordset(${JSON.stringify(applied)}::json) as given (name text, sha256 text)`)
}

/** Makes an empty database one of that version. Its tables are those of the baseline. */
export async function makeBeforeBaseline(db: Database): Promise<void> {
  await applyMigrations(db, migrationsOf(BEFORE_BASELINE.migrations, readMigrations(MIGRATIONS)) ?? [])
  await knowMigrations(db, BEFORE_MIGRATIONS)
}
