/** Describes the tables and columns of the export: from the catalog of the database, db/README.md and db/columns.txt. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Rows, sql } from '#server/db/database.ts'
import { type Written, writtenAs } from '../../domain/units.ts'
import { type Shape, shapesOf } from '../contents/shapes.ts'
import { NOT_OUT } from '../contents/table-list.ts'

const GUIDES = join(import.meta.dirname, '../../../../db')
/** Each matches a line with a name and a sentence. */
const TABLES = { file: 'README.md', described: /^- `([a-z_0-9]+)`: (.+\.)$/gm }
const COLUMNS = { file: 'columns.txt', described: /^([a-z_0-9.]+): (.+\.)$/gm }

export type OutColumn = Written & {
  /** The name in the database, and so in the SQL. */
  readonly stored: string
  readonly type: string
  readonly meaning: string
  /** The table and column to which it refers; empty if it refers to none. */
  readonly refersTo: string
  /** The allowed values; empty if there is no list of them. */
  readonly values: string
}

export type OutTable = {
  readonly shape: Shape
  readonly meaning: string
  readonly columns: readonly OutColumn[]
}

type Known = { readonly table: string; readonly column: string; readonly kind: 'f' | 'c'; readonly definition: string }

const sentencesOf = ({ file, described }: typeof TABLES): ReadonlyMap<string, string> =>
  new Map(
    [...readFileSync(join(GUIDES, file), 'utf8').matchAll(described)].map(([, name = '', says = '']) => [name, says]),
  )

/** Returns each table that is exported, in alphabetical order, without the columns that are secret. */
export async function outTables(rows: Rows): Promise<readonly OutTable[]> {
  const [tables, columns, known] = [sentencesOf(TABLES), sentencesOf(COLUMNS), await constraints(rows)]
  return (await shapesOf(rows)).map((whole) => {
    const secret = NOT_OUT[whole.table] ?? {}
    const shape = { ...whole, columns: whole.columns.filter(({ name }) => !(name in secret)) }
    const about = (column: string, kind: Known['kind']): string =>
      known.find((one) => one.table === shape.table && one.column === column && one.kind === kind)?.definition ?? ''
    return {
      shape,
      meaning: tables.get(shape.table) ?? '',
      columns: shape.columns.map(({ name, type }) => ({
        ...writtenAs(name, type),
        stored: name,
        type,
        meaning: columns.get(`${shape.table}.${name}`) ?? columns.get(name) ?? '',
        refersTo: referenceIn(about(name, 'f')),
        values: valuesIn(about(name, 'c')),
      })),
    }
  })
}

/** Returns the foreign keys and the lists of values of single columns. */
const constraints = (rows: Rows): Promise<Known[]> =>
  rows.many<Known>(sql`
    select c.relname::text as "table", a.attname::text as "column", k.contype::text as kind, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.connamespace = 'public'::regnamespace and cardinality(k.conkey) = 1
      and (k.contype = 'f' or k.contype = 'c' and pg_get_constraintdef(k.oid) ~ '^CHECK [(][(][a-z_0-9]+ = ANY')
    order by k.conname`)

/** Returns `orders.id` of a foreign key to it. */
const referenceIn = (definition: string): string => {
  const [, table, column] = /REFERENCES (\w+)\((\w+)\)/.exec(definition) ?? []
  return table === undefined ? '' : `${table}.${column}`
}

const valuesIn = (definition: string): string =>
  [...definition.matchAll(/'([^']+)'::text/g)].map(([, value]) => value).join(', ')
