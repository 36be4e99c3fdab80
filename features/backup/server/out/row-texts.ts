/** Lets the database write each row as a line of CSV and as a row of an SQL statement, so that no value passes through JavaScript. */
import { RISKY } from '#kernel/csv-guard.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { readCursor } from '../contents/read-rows.ts'
import { containedRows, isNumber, orderOf, quoted, rowsAtOnce } from '../contents/shapes.ts'
import { FILLED, NOT_OUT } from '../contents/table-list.ts'
import type { OutColumn, OutTable } from './columns.ts'

/** A row as it is written. `file` and `content` are those of its file; null if it has none. */
export type RowTexts = {
  readonly csv: string
  readonly sql: string
  readonly file: string | null
  readonly content: Uint8Array | null
}

const FORMAT = `'YYYY-MM-DD HH24:MI:SS'`
/** The texts that get an apostrophe, as `guarded` adds it, as a pattern of the database inside single quotes. */
const GUARDED = RISKY.source.replaceAll("'", "''")
/** Numbers and phone numbers get none, because they name no function and no cell. */
const HARMLESS = String.raw`^(-?\d+([.,]\d+)?|\+[0-9 ()./-]+)$`
/** The first bytes of common files, with their ending. */
const ENDINGS = { ffd8ff: 'jpg', '89504e': 'png', '255044': 'pdf', '504b03': 'zip', '3c3f78': 'xml' } as const

/** Yields the rows of a table, some at a time, in the order of its key. */
export function readTexts(tx: Rows, table: OutTable): AsyncGenerator<readonly RowTexts[]> {
  const { shape, columns } = table
  const file = columns.find(({ type }) => type === 'bytea')
  const name = file ? fileName(table, file) : `null::text`
  return readCursor(
    tx,
    'backup_texts',
    sql`select ${raw(columns.map((column) => cell(column, name)).join(` || ',' || `))} as csv,
        ${literals(table)} as sql, ${raw(name)} as file, ${raw(file ? quoted(file.stored) : 'null::bytea')} as content
      from ${raw(quoted(shape.table))} where ${containedRows(shape)} order by ${orderOf(shape)}`,
    rowsAtOnce(shape),
    (fetch) => tx.many<RowTexts>(fetch),
  )
}

/** Returns the columns of the SQL statement: those that are exported, and those that must be filled in place of secrets. */
export const insertedColumns = ({ shape }: OutTable): string =>
  [...shape.columns.map(({ name }) => name), ...Object.keys(filledOf(shape.table))].map(quoted).join(', ')

const filledOf = (table: string): Readonly<Record<string, string>> => ({ ...FILLED[table], ...NOT_OUT[table] })

function literals({ shape }: OutTable): Sql {
  const own = shape.columns.map((column) =>
    isNumber(column) || column.type === 'boolean'
      ? `coalesce(${quoted(column.name)}::text, 'NULL')`
      : `quote_nullable(${quoted(column.name)}::text)`,
  )
  const filled = Object.values(filledOf(shape.table)).map((value) => `quote_nullable(${value})`)
  return raw(`'(' || ${[...own, ...filled].join(` || ', ' || `)} || ')'`)
}

/** Returns a cell of CSV (RFC 4180). An empty value has no quotation marks, an empty text has them. */
function cell({ stored, type, factor }: OutColumn, file: string): string {
  const name = quoted(stored)
  if (factor !== null) {
    const value = `${name} * ${factor}`
    // cents always have two decimals
    return `coalesce((${stored.endsWith('cents') ? value : `trim_scale(${value})`})::text, '')`
  }
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'smallint':
    case 'double precision':
    case 'boolean':
    case 'date':
      return `coalesce(${name}::text, '')`
    case 'timestamp with time zone':
      return `coalesce(to_char(${name} at time zone 'Europe/Athens', ${FORMAT}), '')`
    case 'timestamp without time zone':
      return `coalesce(to_char(${name}, ${FORMAT}), '')`
    case 'bytea':
      return `coalesce(${file}, '')`
    default:
      return `coalesce('"' || replace(case when ${name}::text ~ '${GUARDED}' and ${name}::text !~ '${HARMLESS}'
        then '''' else '' end || ${name}::text, '"', '""') || '"', '')`
  }
}

/** Returns the name of the file of a row: its table, its key, and an ending by its first bytes. */
function fileName({ shape }: OutTable, { stored }: OutColumn): string {
  const key = shape.key.map(({ name }) => `regexp_replace(${quoted(name)}::text, '[^A-Za-z0-9_-]', '-', 'g')`)
  const begin = `encode(substr(${quoted(stored)}, 1, 3), 'hex')`
  const endings = Object.entries(ENDINGS).map(([bytes, ending]) => `when '${bytes}' then '.${ending}'`)
  return `('files/${shape.table}/' || ${key.join(` || '-' || `)} || case ${begin} ${endings.join(' ')} else '.bin' end
    || case when ${quoted(stored)} is null then null else '' end)`
}
