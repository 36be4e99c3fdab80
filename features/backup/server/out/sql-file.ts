/** Returns the parts of `kerino.sql` around the rows: what creates the tables, and what makes them whole afterwards. */
import { hashOf, MIGRATIONS, readMigrations } from '#server/db/migrate.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { literal } from '#server/db/literal.ts'
import { foreignKeys } from '../contents/load.ts'
import { quoted } from '../contents/shapes.ts'
import { sequencesOf, versionOf } from '../contents/snapshot.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'

export type Around = { readonly head: string; readonly tail: string }

/**
 * The head runs the migrations, which is how the product itself makes its tables. Like a restore it then removes the foreign keys and
 * switches the triggers off, because the rows contain all figures. The tail undoes both. Throws BrokenBackup if the database has other
 * migrations than the program.
 */
export async function aroundRows(rows: Rows, tables: readonly string[], now: Date): Promise<Around> {
  const files = readMigrations(MIGRATIONS)
  const { version, migrations } = await versionOf(rows)
  if (hashOf(files) !== migrations) throw new BrokenBackup('other-version', version)
  const keys = await foreignKeys(rows)
  const alter = (table: string, change: string): string => `alter table ${quoted(table)} ${change};`
  const { database } = await rows.one<{ database: string }>(sql`select current_setting('server_version') as database`)
  const head = [
    `-- All data of Kerino, made ${now.toISOString()} from PostgreSQL ${database}, ${version}.`,
    '-- Load it into an empty database of PostgreSQL 15 or newer: psql --set=ON_ERROR_STOP=1 --dbname=NAME --file=kerino.sql',
    '-- The owner of the database may do this. Passwords, PINs, sessions and keys are not in it.',
    'begin;',
    "set local client_encoding = 'UTF8';",
    'set local standard_conforming_strings = on;',
    'set local client_min_messages = warning;',
    "set local timezone = 'UTC';",
    "set local datestyle = 'ISO';",
    'create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now());',
    ...files.map(
      ({ name, sha256, text }) =>
        `\n-- ${name}\n${text}\n;insert into schema_migrations (name, sha256) values (${literal(name)}, ${literal(sha256)});`,
    ),
    '\n-- The rows contain every figure, so the triggers do not run. Foreign keys are checked at the end.',
    ...keys.map(({ table, name }) => alter(table, `drop constraint ${quoted(name)}`)),
    ...tables.map((table) => alter(table, 'disable trigger user')),
    `truncate ${tables.map(quoted).join(', ')};`,
    '',
  ]
  const sequences = Object.entries(await sequencesOf(rows)).flatMap(([name, last]) =>
    last === null ? [] : [`perform setval(${literal(`public.${quoted(name)}`)}, ${last});`],
  )
  const tail = [
    `do $sequences$ begin\n${sequences.join('\n')}\nend $sequences$;`,
    ...tables.map((table) => alter(table, 'enable trigger user')),
    ...keys.map(({ table, name, definition }) => alter(table, `add constraint ${quoted(name)} ${definition}`)),
    'commit;',
    '',
  ]
  return { head: head.join('\n'), tail: tail.join('\n') }
}
