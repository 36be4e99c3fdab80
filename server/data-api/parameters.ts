/** Reads the parameters of a data API call, from the query string or from the body of a tunnelled call. */
import { join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { badRequest } from './answers.ts'
import type { Field } from './fields.ts'
import { parseFilter } from './filter/filter-grammar.ts'
import { filterSql } from './filter/filter-sql.ts'
import { type DataTable, type Method, spelling } from './table.ts'
import { readBoolean, readInteger } from './values.ts'

/** The most rows of one answer, and the number of rows if no limit is given. */
export const MOST_ROWS = 1_000

export type Parameters = Readonly<Record<string, unknown>>

const EVERY = ['fields', 'select', 'related', 'id_field', 'method']
const PAGE = ['limit', 'top', 'offset', 'skip', 'order', 'sort', 'order_by', 'include_count', 'count_only']
const CHOICE = ['ids', 'filter', 'where']
const BATCH = ['continue', 'rollback', 'dry_run']
const WRITE = [...BATCH, 'strict']
const LIST = [...EVERY, ...CHOICE, ...PAGE, 'group', 'group_by']
const UPDATE = [...EVERY, ...CHOICE, ...WRITE]
const KNOWN: Readonly<Record<Method, readonly string[]>> = {
  GET: LIST,
  POST: [...EVERY, ...WRITE, 'import', 'jump'],
  PUT: UPDATE,
  PATCH: UPDATE,
  DELETE: [...EVERY, ...CHOICE, ...BATCH],
}
/** The parameters of a call whose address names one row; any other would have no effect. */
const ONE: Readonly<Record<Method, readonly string[]>> = {
  GET: EVERY,
  POST: [],
  PUT: [...EVERY, 'dry_run', 'strict'],
  PATCH: [...EVERY, 'dry_run', 'strict'],
  DELETE: [...EVERY, 'dry_run'],
}

/**
 * Returns the parameters without those that change no answer and that the JavaScript client of the old server adds: `_`, by which it avoids
 * the caches of browsers, and `null`, which it writes behind the address of a row that it deletes.
 */
export function withoutHabits(parameters: Parameters, method: Method): Parameters {
  const { _, ...others } = parameters
  const { null: nothing, ...rest } = others
  return method === 'DELETE' && nothing === '' ? rest : others
}

/** Refuses unknown parameters, because the caller expects them to change the answer (CONTRACT, "Data API"). */
export function demandKnown(parameters: Parameters, method: Method, hasId: boolean): void {
  demandAmong(parameters, (hasId ? ONE : KNOWN)[method])
}

/** Refuses parameters that are not among the known ones of a call. */
export function demandAmong(parameters: Parameters, known: readonly string[]): void {
  const unknown = Object.keys(parameters).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const why = /^(api_key|session_token)$/.test(unknown)
    ? ' Keys and tokens are read from headers only.'
    : ` Known here: ${known.join(', ')}.`
  throw badRequest(`Parameter '${unknown.slice(0, 60)}' is not known for this call.${why}`)
}

/** Refuses an `id_field` that does not identify a row. */
export function demandIdField(parameters: Parameters, table: DataTable): void {
  const text = textOf(parameters, 'id_field')?.trim() ?? ''
  if (text !== '' && text.toLowerCase() !== table.id.toLowerCase())
    throw badRequest(
      `Parameter 'id_field' must be '${table.id}': no other field of '_table/${table.name}' identifies a row.`,
    )
}

/**
 * Returns a parameter as text, under any of its names; undefined if it is absent. The old server knew several names.
 */
export function textOf(parameters: Parameters, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const given = parameters[name]
    if (given === undefined || given === null) continue
    if (typeof given === 'string') return given
    if (typeof given === 'number' || typeof given === 'boolean') return String(given)
    throw badRequest(`Parameter '${name}' must be given once, as text.`)
  }
  return undefined
}

export function flag(parameters: Parameters, name: string): boolean {
  const text = textOf(parameters, name)
  if (text === undefined || text.trim() === '') return false
  const value = readBoolean(text)
  if (value === undefined) throw badRequest(`Parameter '${name}' must be true or false.`)
  return value
}

function count(parameters: Parameters, ...names: readonly [string, ...string[]]): number {
  const text = textOf(parameters, ...names)
  if (text === undefined || text.trim() === '') return 0
  const value = Number(readInteger(text) ?? Number.NaN)
  if (!Number.isSafeInteger(value) || value < 0)
    throw badRequest(`Parameter '${names[0]}' must be a whole number of at least 0.`)
  return value
}

/** Reports whether a filter is given. An empty one counts as none. */
export const hasFilter = (parameters: Parameters): boolean => filterText(parameters) !== ''

const filterText = (parameters: Parameters): string => textOf(parameters, 'filter', 'where')?.trim() ?? ''

/** Returns the filter as a condition; null if none was given. `now` is the value of NOW(). */
export async function filterOf(
  parameters: Parameters,
  fields: ReadonlyMap<string, Field>,
  { rows, now }: { readonly rows: Rows; readonly now: Date },
): Promise<Sql | null> {
  const text = filterText(parameters)
  if (text === '') return null
  const named = (name: string): Field => {
    const field = fields.get(name)
    if (!field) throw new Error(`the filter names an unknown field: ${name}`)
    return field
  }
  return filterSql(parseFilter(text, spelling(fields), now), named, rows)
}

/** Returns the requested ids in their order, each once; undefined if the parameter is absent. */
export function idsOf(parameters: Parameters): string[] | undefined {
  const given = parameters.ids
  if (given === undefined || given === null) return undefined
  const list =
    Array.isArray(given) && given.every((id) => typeof id === 'string' || typeof id === 'number')
      ? given.map(String)
      : textOf(parameters, 'ids')?.split(',')
  const ids = [...new Set((list ?? []).map((id) => id.trim()).filter((id) => id !== ''))]
  if (ids.length > MOST_ROWS) throw badRequest(`At most ${MOST_ROWS} ids are allowed in one request.`)
  return ids
}

/** Returns an id of the address or of a record as a number; null if no row can have it. */
export function idNumber(id: unknown): number | null {
  if (typeof id !== 'string' && typeof id !== 'number') return null
  const value = Number(readInteger(String(id)) ?? Number.NaN)
  return Number.isSafeInteger(value) ? value : null
}

/** Returns the requested fields, spelled as in the table definition; `*` is every field that this person may see. */
export function fieldsOf(
  parameters: Parameters,
  fields: ReadonlyMap<string, Field>,
  unless: readonly string[],
): readonly string[] {
  const text = textOf(parameters, 'fields', 'select')
  if (text === undefined || text.trim() === '') return unless
  if (text.trim() === '*') return [...fields.keys()]
  const known = spelling(fields)
  return [...new Set(commaList(text).map((name) => known(name) ?? invalid('field', name)))]
}

/** Returns the requested relations, spelled as in the table definition. */
export function relatedOf(parameters: Parameters, table: DataTable): readonly string[] {
  const text = textOf(parameters, 'related')
  if (text === undefined || text.trim() === '') return []
  const names = Object.keys(table.related ?? {})
  if (text.trim() === '*') return names
  return [
    ...new Set(
      commaList(text).map(
        (name) => names.find((one) => one.toLowerCase() === name.toLowerCase()) ?? invalid('relationship', name),
      ),
    ),
  ]
}

const commaList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function invalid(what: 'field' | 'relationship', name: string): never {
  throw badRequest(`Invalid ${what} requested: ${name.slice(0, 100)}`)
}

/** Returns the requested order. The id is always the last criterion, so that pages never overlap. */
export function orderOf(parameters: Parameters, table: DataTable, fields: ReadonlyMap<string, Field>): Sql {
  const known = spelling(fields)
  const parts = commaList(textOf(parameters, 'order', 'sort', 'order_by') ?? '').map((part) => {
    const match = /^(\S+)(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?$/i.exec(part)
    const name = match?.[1] === undefined ? undefined : known(match[1])
    const field = name === undefined ? undefined : fields.get(name)
    if (!match || !field) throw badRequest(`Invalid order requested: ${part.slice(0, 100)}`)
    if (field.kind === 'json') throw badRequest(`Field '${name}' has no order.`)
    const direction = match[2]?.toLowerCase() === 'desc' ? raw(' desc') : raw(' asc')
    const nulls = match[3] === undefined ? raw('') : raw(` nulls ${match[3].toLowerCase()}`)
    return { name, order: sql`${sortable(field)}${direction}${nulls}` }
  })
  if (parts.length > 20) throw badRequest('At most 20 fields can be ordered by.')
  const orders = parts.map((part) => part.order)
  if (!parts.some((part) => part.name === table.id)) orders.push(sql`${idColumn(table)} asc`)
  return join(orders)
}

function sortable(field: Field): Sql {
  return field.kind === 'text' && !field.options.plainOrder ? sql`${field.column} collate "und-x-icu"` : field.column
}

export function idColumn(table: DataTable): Sql {
  const field = table.fields[table.id]
  if (!field) throw new Error(`data table ${table.name} has no id`)
  return field.column
}

type Page = { readonly limit: number; readonly offset: number; readonly limitGiven: boolean }

/**
 * Returns where the page begins and how long it is. A missing or too high limit becomes the maximum, as on the old
 * server.
 */
export function pageOf(parameters: Parameters): Page {
  const limit = count(parameters, 'limit', 'top')
  const given = limit >= 1 && limit <= MOST_ROWS
  return { limit: given ? limit : MOST_ROWS, offset: count(parameters, 'offset', 'skip'), limitGiven: given }
}

/** Refuses grouping, which the old server had, instead of returning ungrouped rows. */
export function refuseGrouping(parameters: Parameters): void {
  if ((textOf(parameters, 'group', 'group_by') ?? '').trim() !== '')
    throw badRequest("Parameter 'group' is not supported.")
}
