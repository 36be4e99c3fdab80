/** Reads rows of data tables, and related rows with one query for each relation. */
import { toNumber } from '#kernel/money.ts'
import type { Actor } from '#server/command.ts'
import { join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { badRequest, type DataApiError, forbidden, noRecord } from './answers.ts'
import type { Field } from './fields.ts'
import { textForm } from './filter/filter-sql.ts'
import { idColumn } from './parameters.ts'
import { allows, type DataTable, fieldsFor, type Relation, tableFor } from './table.ts'

/** The most rows of one relation for one row; the newest are returned. */
export const MOST_RELATED_EACH = 1_000
/** Most rows of one relation in one answer. */
const MOST_RELATED = 50_000

/** The values of a row inside the product, by field name: scaled decimals, JSON as stored. */
export type StoredRow = Readonly<Record<string, unknown>>

export type Shown = Record<string, unknown>

/** Who reads, from which tables, and at which time. */
export type Reading = {
  readonly rows: Rows
  readonly actor: Actor
  readonly tables: ReadonlyMap<string, DataTable>
  /** The time of the request. */
  readonly now: Date
  /** Gets the names of the relations of which some row has more than the answer contains. */
  readonly cut: Set<string>
}

export type Wanted = { readonly fields: readonly string[]; readonly related: readonly string[] }

/** Returns the condition of the rows that this person may see and that the filter matches. */
export function conditionOf(table: DataTable, actor: Actor, ...more: readonly (Sql | null | undefined)[]): Sql {
  const conditions = [table.visible?.(actor), ...more].filter(
    (condition) => condition !== null && condition !== undefined,
  )
  return conditions.length === 0
    ? raw('true')
    : join(
        conditions.map((condition) => sql`(${condition})`),
        ' and ',
      )
}

export async function countRows(rows: Rows, table: DataTable, condition: Sql): Promise<number> {
  const { count } = await rows.one<{ count: number | string }>(
    sql`select count(*)::bigint as count from ${table.from} where ${condition}`,
  )
  return Number(count)
}

/** Returns rows with the named fields, as stored. `rest` is the SQL after FROM. */
export async function storedRows(
  rows: Rows,
  table: DataTable,
  names: readonly string[],
  rest: Sql,
): Promise<StoredRow[]> {
  const found = await rows.many<Record<string, unknown>>(
    sql`select ${columns(table, names)} from ${table.from} ${rest}`,
  )
  return found.map((row) => stored(table, names, row))
}

/** Returns the columns under short names, because field names need not be valid SQL names. */
const columns = (table: DataTable, names: readonly string[]): Sql =>
  join(names.map((name, index) => sql`${expression(fieldNamed(table, name))} as ${raw(`f${index}`)}`))

function expression(field: Field): Sql {
  const asText = field.kind === 'day' || field.kind === 'moment' || field.kind === 'wallClock' || field.kind === 'json'
  return asText ? textForm(field) : field.column
}

function fieldNamed(table: DataTable, name: string): Field {
  const field = table.fields[name]
  if (!field) throw new Error(`data table ${table.name} has no field ${name}`)
  return field
}

const stored = (table: DataTable, names: readonly string[], row: Record<string, unknown>): StoredRow =>
  Object.fromEntries(names.map((name, index) => [name, storedValue(fieldNamed(table, name), row[`f${index}`])]))

function storedValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return Number(value)
    case 'json':
      return typeof value === 'string' ? JSON.parse(value) : value
    default:
      return value
  }
}

function shownValue(field: Field, value: unknown): unknown {
  if (field.kind === 'decimal' && value !== null) return toNumber(Number(value), field.places)
  return field.kind === 'json' && field.options.show ? field.options.show(value) : value
}

/** Returns a stored row as the API shows it. */
export const shown = (table: DataTable, names: readonly string[], row: StoredRow): Shown =>
  Object.fromEntries(names.map((name) => [name, shownValue(fieldNamed(table, name), row[name])]))

/** Returns rows as the API shows them, with their related rows. `rest` is the SQL after FROM. */
export async function shownRows(
  reading: Reading,
  table: DataTable,
  wanted: Wanted,
  rest: Sql,
): Promise<{ id: number; row: Shown }[]> {
  const names = [...new Set([table.id, ...wanted.fields, ...wanted.related.map((name) => keyField(table, name))])]
  const found = await storedRows(reading.rows, table, names, rest)
  const answers = found.map((row) => ({ id: Number(row[table.id]), row: shown(table, wanted.fields, row) }))
  for (const name of wanted.related) await addRelated(reading, table, name, found, answers)
  return answers
}

/** Returns the field of this table that links it to the rows of a relation. */
function keyField(table: DataTable, name: string): string {
  const relation = relationNamed(table, name)
  return relation.kind === 'many' ? table.id : relation.field
}

function relationNamed(table: DataTable, name: string): Relation {
  const relation = table.related?.[name]
  if (!relation) throw new Error(`data table ${table.name} has no relation ${name}`)
  return relation
}

async function addRelated(
  reading: Reading,
  table: DataTable,
  name: string,
  found: readonly StoredRow[],
  answers: readonly { row: Shown }[],
): Promise<void> {
  const relation = relationNamed(table, name)
  const named = reading.tables.get(relation.table.toLowerCase())
  if (!named) throw new Error(`relation ${name} of data table ${table.name} names no table`)
  const other = tableFor(named, reading.actor)
  if (!allows(reading.actor, other.read)) throw forbidden('GET', other.name)
  const key = keyField(table, name)
  const keys = [...new Set(found.map((row) => row[key]).filter((value) => value !== null))] as number[]
  const groups = keys.length === 0 ? new Map<number, Shown[]>() : await relatedRows(reading, other, relation, keys)
  for (const group of groups.values()) {
    if (group.length <= MOST_RELATED_EACH) continue
    group.shift()
    reading.cut.add(name)
  }
  const total = [...groups.values()].reduce((sum, group) => sum + group.length, 0)
  if (total > MOST_RELATED)
    throw badRequest(`The answer would hold more than ${MOST_RELATED} related rows; ask for fewer rows with limit.`)
  for (const [index, answer] of answers.entries()) {
    const rows = groups.get(Number(found[index]?.[key])) ?? []
    answer.row[name] = relation.kind === 'many' ? rows : (rows[0] ?? null)
  }
}

/** Returns the related rows of each key: the newest, and one more than the answer may contain of them. */
async function relatedRows(
  reading: Reading,
  other: DataTable,
  relation: Relation,
  keys: readonly number[],
): Promise<Map<number, Shown[]>> {
  const visible = [...fieldsFor(other, reading.actor).keys()]
  const names = [other.id, ...visible.filter((name) => name !== other.id)]
  const link = relation.kind === 'many' ? fieldNamed(other, relation.field).column : idColumn(other)
  // reads the newest rows of each parent by its index, which a window over the whole table could not use
  const found = await reading.rows.many<Record<string, unknown> & { data_api_key: number }>(sql`
    select data_api_parent.id as data_api_key, data_api_child.*
    from unnest(${[...keys]}::bigint[]) as data_api_parent(id)
    cross join lateral (
      select ${columns(other, names)} from ${other.from}
      where ${link} = data_api_parent.id and ${conditionOf(other, reading.actor, relation.where)}
      order by ${idColumn(other)} desc limit ${MOST_RELATED_EACH + 1}::bigint
    ) data_api_child
    order by data_api_parent.id, data_api_child.f0 limit ${MOST_RELATED + keys.length + 1}::bigint`)
  const groups = new Map<number, Shown[]>()
  for (const row of found) {
    const key = Number(row.data_api_key)
    const group = groups.get(key) ?? []
    group.push(shown(other, visible, stored(other, names, row)))
    groups.set(key, group)
  }
  return groups
}

/** Returns the row of an id with all its fields. Throws the failure that says why this person cannot read it. */
export async function storedRow(
  rows: Rows,
  table: DataTable,
  actor: Actor,
  id: number,
  method: string,
): Promise<StoredRow> {
  const is = sql`${idColumn(table)} = ${id}::bigint`
  const [found] = await storedRows(rows, table, Object.keys(table.fields), sql`where ${conditionOf(table, actor, is)}`)
  return found ?? Promise.reject(await whyNoRow(rows, table, actor, id, method))
}

/** Returns why a row cannot be read. It is a 403 if this person may not see it, and a 404 if it does not exist. */
export async function whyNoRow(
  rows: Rows,
  table: DataTable,
  actor: Actor,
  id: number,
  method: string,
): Promise<DataApiError> {
  if ((table.visible?.(actor) ?? null) === null) return noRecord(id)
  const exists = await countRows(rows, table, sql`${idColumn(table)} = ${id}::bigint`)
  return exists > 0 ? forbidden(method, table.name) : noRecord(id)
}
