/** Replaces the contents of a database by those of a backup, in one transaction that the caller has opened. */
import { Duplicate, raw, type Rows, sql, Violation } from '#server/db/database.ts'
import type { RefusedStatement } from '#server/db/errors.ts'
import type { Archive } from '../archive/open-archive.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'
import { type Column, namesOf, quoted, rowsAtOnce, type Shape, shapesOf } from './shapes.ts'
import { CONTAINED, EXCUSED, FILLED, ROWS_KEPT } from './table-list.ts'
import { versionOf } from './snapshot.ts'

/** These tables are written while a restore runs, by the process that runs it. Nothing refers to them. */
const WRITTEN_MEANWHILE: readonly (keyof typeof EXCUSED)[] = ['jobs', 'backups', 'restores', 'schedules']

type ForeignKey = {
  readonly name: string
  readonly table: string
  readonly definition: string
  readonly columns: readonly string[]
  readonly parent: string
  readonly parentColumns: readonly string[]
}

/** Throws BrokenBackup if the backup is of another version of the product. */
export async function demandSameVersion(rows: Rows, { manifest }: Archive): Promise<void> {
  const own = await versionOf(rows)
  if (own.migrations !== manifest.migrations) throw new BrokenBackup('other-version', manifest.version)
}

/**
 * Replaces the rows of every table that a backup contains. `after` runs when all rows are there, and before the foreign keys are checked.
 *
 * Triggers that compute figures are switched off, because the backup contains these figures. Foreign keys are removed and added again
 * at the end, where the database checks each of them as a whole: so the order of the tables does not matter, nor do rows that refer to
 * each other. The owner of the tables may do both, and a rollback undoes both.
 */
export async function replaceContents(tx: Rows, archive: Archive, after: () => Promise<void>): Promise<void> {
  await tx.many(sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '60s', true)`)
  await demandSameVersion(tx, archive)
  const shapes = await shapesOf(tx)
  demandTables(shapes, archive)
  await lockAll(tx)
  await withoutChecks(tx, shapes, async (keys) => {
    await empty(tx)
    await loadRows(tx, shapes, archive)
    await after()
    await removeOrphans(tx, keys)
  })
}

/** Loads a backup into a new database of the version of the backup, which may be an older one than the program's. */
export async function loadContents(tx: Rows, archive: Archive): Promise<void> {
  await tx.many(sql`select set_config('statement_timeout', '0', true)`)
  const given = Object.keys(archive.manifest.tables)
  const known = [...new Set([...CONTAINED, ...given.filter((table) => !(table in EXCUSED))])].toSorted()
  const shapes = (await shapesOf(tx, known)).filter(({ columns }) => columns.length > 0)
  demandTables(shapes, archive)
  await withoutChecks(tx, shapes, async () => {
    await tx.run(raw(`truncate ${shapes.map(({ table }) => quoted(table)).join(', ')}`))
    await loadRows(tx, shapes, archive)
  })
}

async function loadRows(tx: Rows, shapes: readonly Shape[], archive: Archive): Promise<void> {
  for (const shape of shapes) await loadTable(tx, shape, archive)
  await setSequences(tx, archive.manifest.sequences)
}

/** Removes the foreign keys and switches off the triggers of tables while `act` runs. */
async function withoutChecks(
  tx: Rows,
  shapes: readonly Shape[],
  act: (keys: readonly ForeignKey[]) => Promise<void>,
): Promise<void> {
  const keys = await foreignKeys(tx)
  for (const { table, name } of keys) await alter(tx, table, `drop constraint ${quoted(name)}`)
  for (const { table } of shapes) await alter(tx, table, 'disable trigger user')
  await act(keys)
  for (const { table } of shapes) await alter(tx, table, 'enable trigger user')
  for (const { table, name, definition } of keys) {
    await alter(tx, table, `add constraint ${quoted(name)} ${definition}`).catch((error: unknown) => {
      throw ofRows(error) ? new BrokenBackup('rows', table) : error
    })
  }
}

export const alter = (tx: Rows, table: string, change: string): Promise<number> =>
  tx.run(raw(`alter table ${quoted(table)} ${change}`))

function demandTables(shapes: readonly Shape[], { manifest }: Archive): void {
  const given = new Set(Object.keys(manifest.tables))
  for (const { table } of shapes) if (!given.delete(table)) throw new BrokenBackup('missing-file', table)
  for (const table of given) throw new BrokenBackup('extra-file', table)
}

/** Locks the tables at once and in one order, so that nobody reads or writes what is being replaced. */
async function lockAll(tx: Rows): Promise<void> {
  const excused = Object.keys(EXCUSED).filter((table) => !(WRITTEN_MEANWHILE as readonly string[]).includes(table))
  const tables = [...CONTAINED, ...excused].toSorted().map(quoted)
  await tx.run(raw(`lock table ${tables.join(', ')} in access exclusive mode`))
}

/** Removes the rows that a backup contains, and keeps those of `ROWS_KEPT`. */
async function empty(tx: Rows): Promise<void> {
  for (const [table, condition] of Object.entries(ROWS_KEPT))
    await tx.run(raw(`delete from ${quoted(table)} where not (${condition})`))
  const whole = CONTAINED.filter((table) => ROWS_KEPT[table] === undefined)
  await tx.run(raw(`truncate ${whole.map(quoted).join(', ')}`))
}

export const foreignKeys = (rows: Rows): Promise<ForeignKey[]> =>
  rows.many<ForeignKey>(sql`
    select k.conname::text as name, c.relname::text as "table", pg_get_constraintdef(k.oid) as definition, p.relname::text as parent,
      (select array_agg(a.attname::text order by n) from unnest(k.conkey) with ordinality as u(attnum, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum) as columns,
      (select array_agg(a.attname::text order by n) from unnest(k.confkey) with ordinality as u(attnum, n)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.attnum) as "parentColumns"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and c.relname not in ('jobs', 'backups', 'restores', 'schedules')
    order by c.relname, k.conname`)

/** Returns the statement that inserts rows of JSON into a table. */
export const insertion = (shape: Shape, lines: readonly string[], more = ''): ReturnType<typeof raw> => {
  const filled = shape.whole ? [] : Object.entries(FILLED[shape.table] ?? {})
  const names = filled.map(([name]) => `, ${quoted(name)}`).join('')
  const values = filled.map(([, value]) => `, ${value}`).join('')
  return sql`
    insert into ${raw(quoted(shape.table))} as present (${namesOf(shape.columns)}${raw(names)}) overriding system value
    select ${raw(shape.columns.map(valueOf).join(', ') + values)}
    from json_populate_recordset(null::public.${raw(quoted(shape.table))}, ${`[${lines.join(',')}]`}::json) ${raw(more)}`
}

/** JSON has one null. In a column that is never empty it is the null of JSON. */
const valueOf = ({ name, type, notNull }: Column): string =>
  notNull && (type === 'jsonb' || type === 'json') ? `coalesce(${quoted(name)}, 'null')` : quoted(name)

/** Yields the lines of a table in pieces of at most `most` rows. */
export async function* inPieces(source: AsyncIterable<readonly string[]>, most: number): AsyncGenerator<string[]> {
  let piece: string[] = []
  for await (const lines of source) {
    for (const line of lines) {
      piece.push(line)
      if (piece.length < most) continue
      yield piece
      piece = []
    }
  }
  if (piece.length > 0) yield piece
}

async function loadTable(tx: Rows, shape: Shape, archive: Archive): Promise<void> {
  for await (const lines of inPieces(archive.lines(shape.table), rowsAtOnce(shape)))
    await tx.run(insertion(shape, lines)).catch((error: unknown) => {
      throw ofRows(error) ? new BrokenBackup('rows', shape.table) : error
    })
}

/** Reports whether the database refused rows because of what they contain. */
export const ofRows = (error: unknown): boolean =>
  error instanceof Violation || error instanceof Duplicate || /^2[23]/.test((error as RefusedStatement).code ?? '')

/** Moves sequences on to those of a backup. No number is given out twice: a sequence that is further than that of the backup stays there. */
export async function setSequences(tx: Rows, sequences: Readonly<Record<string, number | null>>): Promise<void> {
  const present = await tx.many<{ name: string; last: number | null }>(
    sql`select sequencename::text as name, last_value as last from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, last } of present) {
    const given = sequences[name] ?? null
    if (given !== null && given > (last ?? 0))
      await tx.many(sql`select setval(${`public.${quoted(name)}`}::regclass, ${given}::bigint)`)
  }
}

/** Removes rows of tables outside the backup whose record is not there any more, such as the sessions of a removed account. */
async function removeOrphans(tx: Rows, keys: readonly ForeignKey[]): Promise<void> {
  const outside = keys.filter(({ table }) => table in EXCUSED)
  for (let removed = 1; removed > 0; ) {
    removed = 0
    for (const { table, columns, parent, parentColumns } of outside) {
      const given = columns.map((column) => `o.${quoted(column)} is not null`).join(' and ')
      const same = columns.map((column, index) => `p.${quoted(parentColumns[index] ?? '')} = o.${quoted(column)}`)
      removed += await tx.run(
        raw(`delete from ${quoted(table)} o where ${given}
          and not exists (select from ${quoted(parent)} p where ${same.join(' and ')})`),
      )
    }
  }
}
