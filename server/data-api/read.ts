/** The reading calls of the data API: a list, several ids, one row. */
import { join, sql } from '#server/db/database.ts'
import { BATCH_ERROR, badRequest, DataApiError, noRecord } from './answers.ts'
import {
  fieldsOf,
  filterOf,
  flag,
  hasFilter,
  idColumn,
  idNumber,
  idsOf,
  orderOf,
  pageOf,
  type Parameters,
  refuseGrouping,
  relatedOf,
} from './parameters.ts'
import { conditionOf, countRows, type Reading, type Shown, shownRows, type Wanted, whyNoRow } from './rows.ts'
import { type DataTable, fieldsFor } from './table.ts'

/** The answer of a list: `meta.next` if another page follows, and the counts if they were requested. */
export type ListAnswer = {
  readonly resource: readonly Shown[]
  readonly meta: {
    readonly next?: number
    readonly count?: number
    readonly total?: number
    readonly total_count?: number
  }
}

function wantedOf(reading: Reading, table: DataTable, parameters: Parameters): Wanted {
  const fields = fieldsFor(table, reading.actor)
  return { fields: fieldsOf(parameters, fields, [...fields.keys()]), related: relatedOf(parameters, table) }
}

/** Answers GET _table/{name}. */
export async function readList(
  reading: Reading,
  table: DataTable,
  parameters: Parameters,
): Promise<ListAnswer | number> {
  refuseGrouping(parameters)
  const ids = idsOf(parameters)
  if (ids) return readIds(reading, table, parameters, ids)
  const fields = fieldsFor(table, reading.actor)
  const condition = conditionOf(table, reading.actor, await filterOf(parameters, fields, reading))
  const wanted = wantedOf(reading, table, parameters)
  const order = orderOf(parameters, table, fields)
  const page = pageOf(parameters)
  if (flag(parameters, 'count_only')) return countRows(reading.rows, table, condition)
  const wantsCount = flag(parameters, 'include_count')

  // one row more than the page shows whether another page follows
  const found = await shownRows(
    reading,
    table,
    wanted,
    sql`where ${condition} order by ${order} limit ${page.limit + 1}::bigint offset ${page.offset}::bigint`,
  )
  const more = found.length > page.limit
  const resource = found.slice(0, page.limit).map(({ row }) => row)
  // the old server also counted when it cut a list without a limit
  const count = wantsCount || (more && !page.limitGiven) ? await countRows(reading.rows, table, condition) : null
  return {
    resource,
    meta: {
      ...(more && { next: page.offset + page.limit }),
      ...(count !== null && { count, total: count, total_count: count }),
    },
  }
}

async function readIds(
  reading: Reading,
  table: DataTable,
  parameters: Parameters,
  ids: readonly string[],
): Promise<ListAnswer> {
  if (hasFilter(parameters)) throw badRequest("Give either 'ids' or 'filter', not both.")
  if (ids.length === 0) throw badRequest("Parameter 'ids' names no id.")
  const rows = await rowsById(
    reading,
    table,
    wantedOf(reading, table, parameters),
    ids.map(idNumber).filter((id) => id !== null),
  )
  const found = ids.map((id) => rows.get(idNumber(id) ?? Number.NaN))
  const missing = found.flatMap((row, index) => (row ? [] : [index]))
  if (missing.length === 0) return { resource: found.filter((row) => row !== undefined), meta: {} }
  throw new DataApiError(400, 'Batch Error: Not all requested records could be retrieved.', {
    code: BATCH_ERROR,
    context: { error: missing, resource: found.map((row, index) => row ?? noRecord(ids[index]).entry) },
  })
}

/** Returns the rows with these ids that this person may see, by id. */
export async function rowsById(
  reading: Reading,
  table: DataTable,
  wanted: Wanted,
  ids: readonly number[],
): Promise<Map<number, Shown>> {
  if (ids.length === 0) return new Map()
  const among = sql`${idColumn(table)} in (${join(ids.map((id) => sql`${id}::bigint`))})`
  const found = await shownRows(reading, table, wanted, sql`where ${conditionOf(table, reading.actor, among)}`)
  return new Map(found.map(({ id, row }) => [id, row]))
}

/** Answers GET _table/{name}/{id}. */
export async function readOne(reading: Reading, table: DataTable, parameters: Parameters, id: string): Promise<Shown> {
  const wanted = wantedOf(reading, table, parameters)
  const number = idNumber(id)
  if (number === null) throw noRecord(id)
  const row = (await rowsById(reading, table, wanted, [number])).get(number)
  return row ?? Promise.reject(await whyNoRow(reading.rows, table, reading.actor, number, 'GET'))
}
