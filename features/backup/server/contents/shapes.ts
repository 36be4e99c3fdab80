/** Reads from the catalog which columns of a table a backup contains, and in which order its rows are written. */
import { type Rows, type Sql, raw, sql } from '#server/db/database.ts'
import { CONTAINED, EXCUSED, ROWS_KEPT, WITHOUT } from './table-list.ts'

export type Column = { readonly name: string; readonly type: string; readonly notNull: boolean }

export type Shape = {
  /** True if every row and every column is copied, also what no backup contains. */
  readonly whole: boolean
  readonly table: string
  /** The columns that are written; generated ones follow from them. */
  readonly columns: readonly Column[]
  /** The columns by which the rows are sorted: those of the primary key, or all columns of a table without one. */
  readonly key: readonly Column[]
}

type Described = Column & { readonly table: string; readonly place: number | null }

const NUMBERS: readonly string[] = ['bigint', 'integer', 'smallint']
/** Rows with bytes may have megabytes, so fewer of them are read at once. */
const ROWS_AT_ONCE = { plain: 1_000, bytes: 8 } as const

/** Returns a name as an identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const isNumber = ({ type }: Column): boolean => NUMBERS.includes(type)

/** Returns how many rows of a table are read or written at once. */
export const rowsAtOnce = ({ columns }: Shape): number =>
  columns.some(({ type }) => type === 'bytea') ? ROWS_AT_ONCE.bytes : ROWS_AT_ONCE.plain

/** Returns the shape of each table that a backup contains, in alphabetical order. A backup of an older version may contain others. */
export const shapesOf = (rows: Rows, contained: readonly string[] = CONTAINED): Promise<readonly Shape[]> =>
  describe(rows, contained, false)

/** Returns the shape of each table with all its columns, also of those that no backup contains. */
export const wholeShapesOf = (rows: Rows): Promise<readonly Shape[]> =>
  describe(
    rows,
    [...CONTAINED, ...Object.keys(EXCUSED).filter((table) => table !== 'schema_migrations')].toSorted(),
    true,
  )

async function describe(rows: Rows, tables: readonly string[], whole: boolean): Promise<readonly Shape[]> {
  const described = await rows.many<Described>(sql`
    select c.relname::text as "table", a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "notNull",
      array_position(string_to_array(i.indkey::text, ' ')::int[], a.attnum::int) as place
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any(${[...tables]}::text[])
    order by c.relname, a.attnum`)
  return tables.map((table) => {
    const without = whole ? [] : (WITHOUT[table] ?? [])
    const own = described.filter((column) => column.table === table && !without.includes(column.name))
    const plain = ({ name, type, notNull }: Described): Column => ({ name, type, notNull })
    const key = own.filter(({ place }) => place !== null).toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
    return { table, whole, columns: own.map(plain), key: (key.length > 0 ? key : own).map(plain) }
  })
}

/** Returns the condition of the rows that a backup contains. */
export const containedRows = ({ table, whole }: Shape): Sql =>
  raw(ROWS_KEPT[table] && !whole ? `not (${ROWS_KEPT[table]})` : 'true')

/** Returns the order of the rows, which is the same on each engine and in each locale. */
export const orderOf = ({ key }: Shape): Sql =>
  raw(key.map((column) => quoted(column.name) + (isNumber(column) ? '' : '::text collate "C"')).join(', '))

/** Returns the names of columns for a statement. */
export const namesOf = (columns: readonly Column[]): Sql => raw(columns.map(({ name }) => quoted(name)).join(', '))
