/** `dataTable(…)`: what a feature writes in its server/tables.ts so that programs can read and write its records. */
import { may, type Right } from '#kernel/rights.ts'
import type { Actor, Work } from '#server/command.ts'
import type { Sql } from '#server/db/database.ts'
import type { Field, Fields, NeededRight, RecordOf, RowOf } from './fields.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** Rows of another table that belong to a row, named as `related=<name>`. */
export type Relation = {
  readonly kind: 'many' | 'one'
  /** Name of the other data table; a name, because the other feature may lie in a higher layer. */
  readonly table: string
  /** many: the field of the other table that holds this row's id. one: the field of this table that holds the other's id. */
  readonly field: string
  /** A further condition on the rows of the other table, in its own aliases. */
  readonly where?: Sql
}

/** The rows of `table` whose `field` is this row's id: a customer's orders. */
export const many = (table: string, field: string, where?: Sql): Relation => ({
  kind: 'many',
  table,
  field,
  ...(where && { where }),
})

/** The row of `table` that this row's `field` points at: the order of a task. */
export const one = (table: string, field: string): Relation => ({ kind: 'one', table, field })

/** The reason of a table whose rows are written once. */
export const fixed = (why: string): Readonly<Partial<Record<Method, string>>> => ({ PUT: why, PATCH: why, DELETE: why })

type Values = Readonly<Record<string, unknown>>

/** How records of an older system are taken over. */
export type Imports = {
  readonly right: Right
  readonly fields: Fields
  readonly create: (work: Work, record: Values) => Promise<number>
}

/** Defines an import; the types of the record follow from the fields. */
export const importOf = <const F extends Fields>(definition: {
  readonly right: Right
  readonly fields: F
  readonly create: (work: Work, record: RecordOf<F>) => Promise<number>
}): Imports => definition as unknown as Imports

export type TableDefinition<F extends Fields> = {
  /** The name in the address: `/api/v2/_table/<name>`. */
  readonly name: string
  /** What the table is, for the readers of the API description. */
  readonly note?: string
  /** Table or view with its alias, joins allowed: sql`orders o join customers c on c.id = o.customer_id`. */
  readonly from: Sql
  /** The integer field that identifies a row. */
  readonly id: keyof F & string
  readonly fields: F
  readonly read: NeededRight
  readonly write?: { readonly create?: NeededRight; readonly update?: NeededRight; readonly delete?: NeededRight }
  /** The rows this person may see, as a condition on `from`; null for all. */
  readonly visible?: (actor: Actor) => Sql | null
  readonly related?: Readonly<Record<string, Relation>>
  /** Creates a record through the feature's commands and answers its id. */
  readonly create?: (work: Work, record: RecordOf<F>) => Promise<number>
  /** Creates records of an older system as they were, with import=true. Its fields may say what is computed otherwise. */
  readonly imports?: Imports
  /** Why a method is not allowed, and what to do instead: { DELETE: 'An order is cancelled: PATCH …' }. */
  readonly why?: Readonly<Partial<Record<Method, string>>>
  /** The names that refusals of the commands give to fields, and what the API calls them: { startDate: 'startdate' }. */
  readonly names?: Readonly<Record<string, string>>
  /** Changes a record through the feature's commands; `current` is the row before. */
  readonly update?: (work: Work, id: number, record: RecordOf<F>, current: RowOf<F>) => Promise<void>
  /** Removes a record; only tables whose rows are no business documents have it. */
  readonly remove?: (work: Work, id: number, current: RowOf<F>) => Promise<void>
}

/** A table definition as the engine sees it, the types of its fields forgotten. */
export type DataTable = Omit<TableDefinition<Fields>, 'create' | 'update' | 'remove'> & {
  readonly create?: (work: Work, record: Values) => Promise<number>
  readonly update?: (work: Work, id: number, record: Values, current: Values) => Promise<void>
  readonly remove?: (work: Work, id: number, current: Values) => Promise<void>
}

/** Defines a table of the data API. The types of record and row follow from the fields. */
export function dataTable<const F extends Fields>(definition: TableDefinition<F>): DataTable {
  const idField: Field | undefined = definition.fields[definition.id]
  if (idField?.kind !== 'integer') throw new Error(`data table ${definition.name}: the id must be an integer field`)
  // the engine hands every function values of the very fields it was written for
  return definition as unknown as DataTable
}

/** True when the actor has the right, or one of the rights. */
export const allows = (actor: Actor, right: NeededRight): boolean =>
  (typeof right === 'string' ? [right] : right).some((one) => may(actor.role, one))

/** The table as this person reads it: fields that say less to him say it everywhere, in answers and in filters. */
export function tableFor(table: DataTable, actor: Actor): DataTable {
  const less = Object.entries(table.fields).flatMap(([name, field]): [string, Field][] => {
    const { instead } = field.options
    return instead && !allows(actor, instead.without) ? [[name, { ...field, column: instead.column }]] : []
  })
  return less.length === 0 ? table : { ...table, fields: { ...table.fields, ...Object.fromEntries(less) } }
}

/** The fields of a table that exist for this person, by their true names. */
export function fieldsFor(table: DataTable, actor: Actor): ReadonlyMap<string, Field> {
  return new Map(
    Object.entries(table.fields).filter(
      ([, field]) => field.options.readRight === undefined || allows(actor, field.options.readRight),
    ),
  )
}

/** Answers the true spelling of a field name written in any case. */
export function spelling(fields: ReadonlyMap<string, Field>): (name: string) => string | undefined {
  const names = new Map([...fields.keys()].map((name) => [name.toLowerCase(), name]))
  return (name) => names.get(name.toLowerCase())
}

/** The tables by name. A mistake in a definition stops the start instead of surprising a caller. */
export function tableRegistry(tables: readonly DataTable[]): ReadonlyMap<string, DataTable> {
  const registry = new Map(tables.map((table) => [table.name.toLowerCase(), table]))
  if (registry.size !== tables.length) throw new Error('data tables: a name is used twice')
  for (const table of tables) {
    for (const [name, relation] of Object.entries(table.related ?? {})) {
      const other = registry.get(relation.table.toLowerCase())
      const holder = relation.kind === 'many' ? other : table
      if (!other || holder?.fields[relation.field]?.kind !== 'integer') {
        throw new Error(`data table ${table.name}: relation ${name} names no integer field of a known table`)
      }
      if (table.fields[name]) throw new Error(`data table ${table.name}: relation ${name} has the name of a field`)
    }
  }
  return registry
}
