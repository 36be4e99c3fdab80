/**
 * Defines tables of the data API. A feature calls `dataTable(…)` in its server/tables.ts, so that programs can read
 * and write its records.
 */
import { may, type Right } from '#kernel/rights.ts'
import type { Actor, Work } from '#server/command.ts'
import type { Sql } from '#server/db/database.ts'
import type { Numbering } from '#server/import-numbers.ts'
import type { Field, Fields, NeededRight, RecordOf, RowOf } from './fields.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** Rows of another table that belong to a row; a caller requests them with `related=<name>`. */
export type Relation = {
  readonly kind: 'many' | 'one'
  /**
   * The name of the other data table. It is a name and no import, because the other feature may lie in a higher
   * layer.
   */
  readonly table: string
  /**
   * For many: the field of the other table that holds the id of this row. For one: the field of this table that holds
   * the id of the other row.
   */
  readonly field: string
  /** A further condition on the rows of the other table, with the aliases of that table. */
  readonly where?: Sql
}

/** Relates a row to the rows of `table` whose `field` is its id: the orders of a customer. */
export const many = (table: string, field: string, where?: Sql): Relation => ({
  kind: 'many',
  table,
  field,
  where,
})

/** Relates a row to the row of `table` whose id is in its `field`: the order of a task. */
export const one = (table: string, field: string): Relation => ({ kind: 'one', table, field })

/** Returns one reason for every method that would change a row; for tables whose rows never change. */
export const fixed = (why: string): Readonly<Partial<Record<Method, string>>> => ({ PUT: why, PATCH: why, DELETE: why })

type Values = Readonly<Record<string, unknown>>

/** Describes how records of an earlier system are imported. */
export type Imports = {
  readonly right: Right
  readonly fields: Fields
  readonly create: (work: Work, record: Values) => Promise<number>
  /** The numbering of the records, if they keep the ids with which they are sent. */
  readonly numbering?: Numbering
}

/** Defines an import. The type of the record follows from the fields. */
export const importOf = <const F extends Fields>(definition: {
  readonly right: Right
  readonly fields: F
  readonly create: (work: Work, record: RecordOf<F>) => Promise<number>
  readonly numbering?: Numbering
}): Imports => definition as unknown as Imports

export type TableDefinition<F extends Fields> = {
  /** The name in the address: `/api/v2/_table/<name>`. */
  readonly name: string
  /** Describes the table in the API description. */
  readonly note?: string
  /** The table or view with its alias, and joins if needed: sql`orders o join customers c on c.id = o.customer_id`. */
  readonly from: Sql
  /** The integer field that identifies a row. */
  readonly id: keyof F & string
  readonly fields: F
  readonly read: NeededRight
  readonly write?: { readonly create?: NeededRight; readonly update?: NeededRight; readonly delete?: NeededRight }
  /** Returns the condition on `from` for the rows that this person may see; null if they may see all. */
  readonly visible?: (actor: Actor) => Sql | null
  /** Reports whether this person sees only a part of the rows, their own. `_changes` does not list the table for them, because it would name the others. */
  readonly ownOnly?: (actor: Actor) => boolean
  /** The condition on `from` for rows that another row replaced, such as merged records. `_changes` calls them deleted. */
  readonly replaced?: Sql
  /** True if `_changes` does not list the table, because its rows are no stored records. */
  readonly unlisted?: true
  readonly related?: Readonly<Record<string, Relation>>
  /** Creates a record through the commands of the feature and returns its id. */
  readonly create?: (work: Work, record: RecordOf<F>) => Promise<number>
  /**
   * Creates unchanged records of an earlier system, with import=true. Its fields may include values that are computed
   * otherwise.
   */
  readonly imports?: Imports
  /** Says why a method is not allowed, and what to do instead: { DELETE: 'An order is cancelled: PATCH …' }. */
  readonly why?: Readonly<Partial<Record<Method, string>>>
  /** Maps field names in refusals of the commands to field names of the API: { startDate: 'startdate' }. */
  readonly names?: Readonly<Record<string, string>>
  /** Changes a record through the commands of the feature. `current` is the row before the change. */
  readonly update?: (work: Work, id: number, record: RecordOf<F>, current: RowOf<F>) => Promise<void>
  /** Removes a record. Only tables without business documents have it. */
  readonly remove?: (work: Work, id: number, current: RowOf<F>) => Promise<void>
}

/** A table definition without the types of its fields, as the data API handles all tables alike. */
export type DataTable = Omit<TableDefinition<Fields>, 'create' | 'update' | 'remove'> & {
  readonly create?: (work: Work, record: Values) => Promise<number>
  readonly update?: (work: Work, id: number, record: Values, current: Values) => Promise<void>
  readonly remove?: (work: Work, id: number, current: Values) => Promise<void>
}

/** Defines a table of the data API. The types of record and row follow from the fields. */
export function dataTable<const F extends Fields>(definition: TableDefinition<F>): DataTable {
  const idField: Field | undefined = definition.fields[definition.id]
  if (idField?.kind !== 'integer') throw new Error(`data table ${definition.name}: the id must be an integer field`)
  // the data API passes each function values of the fields that it was defined with
  return definition as unknown as DataTable
}

/** Reports whether the actor has the right, or at least one of the rights. */
export const allows = (actor: Actor, right: NeededRight): boolean => [right].flat().some((one) => may(actor, one))

/**
 * Returns the table as this person may read it. Fields with an `instead` column show, filter and sort by that column.
 */
export function tableFor(table: DataTable, actor: Actor): DataTable {
  const less = Object.entries(table.fields).flatMap(([name, field]): [string, Field][] => {
    const { instead } = field.options
    return instead && !allows(actor, instead.without) ? [[name, { ...field, column: instead.column }]] : []
  })
  return less.length === 0 ? table : { ...table, fields: { ...table.fields, ...Object.fromEntries(less) } }
}

/** Returns the fields of a table that this person may see, by name. */
export function fieldsFor(table: DataTable, actor: Actor): ReadonlyMap<string, Field> {
  return new Map(
    Object.entries(table.fields).filter(
      ([, field]) => field.options.readRight === undefined || allows(actor, field.options.readRight),
    ),
  )
}

/** Returns a function that finds the name of a field written in any case; it returns undefined for an unknown field. */
export function spelling(fields: ReadonlyMap<string, Field>): (name: string) => string | undefined {
  const names = new Map([...fields.keys()].map((name) => [name.toLowerCase(), name]))
  return (name) => names.get(name.toLowerCase())
}

/** Returns the tables by lower-case name. A mistake in a definition stops the server at its start. */
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
