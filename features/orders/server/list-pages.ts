/** Reads one page of a list of orders. The cost depends on the shown rows, and not on the orders of all years. */
import type { z } from 'zod'
import type { RoleView } from '#server/command.ts'
import { empty, join, raw, type Sql, sql } from '#server/db/database.ts'
import { literals } from '#server/db/literal.ts'
import { pageOf } from '#server/paging.ts'
import { type Field, only } from '#kernel/records/fields.ts'
import { expressionsOf, selected, sortExpression } from '#server/records/kinds.ts'
import type * as contract from '../domain/list-contract.ts'
import { LISTED_FIELDS } from '../domain/fields.ts'
import { CLOSED_STATUSES } from '../domain/order.ts'
import { idRanges, NOT_DELETED_BY_INDEX, orderConditionsNear } from './list-conditions.ts'
import { OPEN_TASKS, WAITING_DOCUMENT } from './lock-orders.ts'
import { fewThatMatch, readNearby } from './search/nearby-orders.ts'

const PAGE_ROWS = 150
/**
 * From this page on only the numbers of the orders are sorted and cut, and then the rows of the page are read. Many orders
 * are left out before such a page, and an index returns their numbers without reading them.
 */
const FAR_PAGE = 8

type Input = z.output<typeof contract.orderListInput>
type Sort = (typeof contract.ORDER_SORTS)[number]

/** The columns that are declared fields. */
const DECLARED = expressionsOf(LISTED_FIELDS, 'o')
type Declared = keyof typeof DECLARED

const COLUMNS: Record<Sort, Sql> = {
  id: sql`o.id`,
  created: sql`o.created_at`,
  name: sql`o.name collate "und-x-icu"`,
  label: sql`o.label collate "und-x-icu"`,
  ...(Object.fromEntries(
    Object.entries<Field>(LISTED_FIELDS).map(([name, field]) => [
      name,
      sortExpression(DECLARED[name as Declared], field),
    ]),
  ) as typeof DECLARED),
  status: sql`o.status`,
  address: sql`(o.delivery_address ->> 'address') collate "und-x-icu"`,
  lineCount: sql`o.line_count`,
  products: sql`o.products_cents`,
  vat: sql`o.vat_cents`,
  total: sql`o.total_cents`,
  invoicedOn: sql`o.invoiced_on`,
}

/** Columns that may be empty. Orders without a value come last in both directions. */
const MAY_BE_EMPTY: readonly string[] = [
  'address',
  'invoicedOn',
  ...Object.keys(only(LISTED_FIELDS, ({ usual }) => usual === null)),
]
/** Columns that have an index for the open orders of each status. */
const SORTED_BY_STATUS: readonly Sort[] = ['id', 'expectedDelivery', 'address']
/** The condition of the index of open orders. Without it, a plan for any statuses could not use that index. */
const IS_OPEN = raw(`o.status not in (${literals(CLOSED_STATUSES)})`)

/** The columns of an order `o` in a list. */
const ROW = sql`
  o.id, o.created_at as created, o.name, o.label, ${selected(DECLARED)}, o.status,
  concat_ws(', ', nullif(o.delivery_address ->> 'address', ''), nullif(o.delivery_address ->> 'city', '')) as address,
  o.line_count as "lineCount", o.products_cents as products, o.vat_cents as vat, o.total_cents as total,
  o.invoiced_on as "invoicedOn", o.version,
  ${WAITING_DOCUMENT} as document,
  case when o.status = 'STOCK-OK' then ${OPEN_TASKS} else 0 end as "openTasks"`

/** An order of a list. `matching` is the number of orders from which a page of rare words was taken. */
export type ReadRow = contract.OrderRow & { matching: number | null }

/** Reads one page of orders. `more` is SQL for further columns, empty or ending in a comma, and `readRows` knows them. */
export async function readOrderPage<Row extends ReadRow>(
  view: RoleView,
  input: Input,
  more: Sql,
  readRows: (query: Sql) => Promise<Row[]>,
) {
  const { sort = 'id', descending = true, page } = input
  const direction = raw(descending ? 'desc' : 'asc')
  const column = COLUMNS[sort]
  const nulls = raw(sortsAll(input) ? 'nulls last' : '')
  const order = sql`${sort === 'id' ? empty : sql`${column} ${direction} ${nulls}, `}o.id ${direction}`
  const isFar = page >= FAR_PAGE
  // an index contains all that a sort of open orders needs, and the numbers of a closed status, but not what is searched for words
  const byNumbers = isFar || isClosedStatusAlone(input) || (sortsAll(input) && !looksForWords(input))
  const conditionsOf = (filters: Input['filters']) =>
    orderConditionsNear({ search: input.search, filters }, view, isFar ? NOT_DELETED_BY_INDEX : undefined)
  const conditionsNear = await conditionsOf(
    readsEachStatus(input) ? { ...input.filters, status: undefined } : input.filters,
  )
  const conditions = conditionsNear(null)
  const read = (from: Sql, limit: Sql) => {
    const chosen = byNumbers
      ? sql`orders o where o.id = any(array(select o.id from ${from} order by ${order} ${limit})) order by ${order}`
      : sql`${from} order by ${order} ${limit}`
    return readRows(sql`select ${more} ${ROW}, null::int as matching from ${chosen}`)
  }
  const matching = (where: Sql): Sql => ordersWhere(input, where, order)
  const pageWhere = (where: Sql) => read(matching(where), pageOf(page, PAGE_ROWS))
  const collected = async (where: Sql, most: number) => {
    const found = await readRows(
      sql`select ${more} ${ROW}, o.matching from ${fewThatMatch(where, most)} order by ${order} ${pageOf(page, PAGE_ROWS)}`,
    )
    return { found, count: found[0]?.matching ?? 0 }
  }

  if (looksForWords(input) && sort === 'id' && !sortsAll(input) && !isFar) {
    const [before, wanted] = [(page - 1) * PAGE_ROWS, page * PAGE_ROWS + 1]
    return cut(
      await readNearby(
        { rows: view.rows, descending, wanted, overestimated: hasDigits(input) },
        async ({ near, collect }) => {
          if (collect !== null) return collected(conditionsNear(near), collect)
          const found = await pageWhere(sql`${conditions} and ${near}`)
          return { found, count: found.length === 0 ? 0 : before + found.length }
        },
      ),
    )
  }
  if (!descending || !MAY_BE_EMPTY.includes(sort) || sortsAll(input)) return cut(await pageWhere(conditions))

  // an index read backwards begins with the empty values, so rows with a value are read first, and then the others
  const filled = await pageWhere(sql`${conditions} and ${column} is not null`)
  if (filled.length > PAGE_ROWS) return cut(filled)
  const before = (page - 1) * PAGE_ROWS
  const all = (await conditionsOf(input.filters))(null)
  const counted = sql`select count(*)::int as count from orders o where ${all} and ${column} is not null`
  const filledBefore =
    filled.length > 0 || page === 1 ? before : (await view.rows.one<{ count: number }>(counted)).count
  const rest = await read(
    matching(sql`${conditions} and ${column} is null`),
    sql`limit ${PAGE_ROWS + 1 - filled.length} offset ${before - filledBefore}`,
  )
  return cut([...filled, ...rest])
}

/** Returns the rows of the page. One row more was read to know whether another page follows. */
const cut = <Row extends ReadRow>(rows: readonly Row[]) => ({
  rows: rows.slice(0, PAGE_ROWS).map(({ matching: _, ...row }) => row),
  more: rows.length > PAGE_ROWS,
})

/** Reports whether a list or its count contains only orders that have certain words. */
export const looksForWords = ({ search, filters }: Pick<Input, 'search' | 'filters'>): boolean =>
  search !== '' || Boolean(filters.name) || Boolean(filters.label) || Boolean(filters.address)

/** Reports whether a number is searched. It occurs in many words, and the statistics of the database contain few of them. */
const hasDigits = ({ search, filters: { name, label, address } }: Input): boolean =>
  [search, name, label, address].some((text) => text !== undefined && /\d/.test(text))

/** Reports whether the list contains only orders that are not closed. */
const listsOnlyOpen = ({ filters: { status } }: Input): boolean =>
  status !== undefined && !status.some((one) => CLOSED_STATUSES.includes(one))

/**
 * Reports whether the list is that of one closed status by number. The database would walk down from the newest order, past all
 * that are still open.
 */
const isClosedStatusAlone = ({ search, sort = 'id', filters: { status = [], ...others } }: Input): boolean =>
  sort === 'id' &&
  search === '' &&
  status.length === 1 &&
  CLOSED_STATUSES.some((closed) => closed === status[0]) &&
  Object.values(others).every((filter) => filter === undefined)

/** Reports whether all matching orders are sorted, which is cheap for open orders. */
const sortsAll = (input: Input): boolean =>
  listsOnlyOpen(input) && (looksForWords(input) || !SORTED_BY_STATUS.includes(input.sort ?? 'id'))

/** Reports whether the first orders of each status are read by an index, with the status as a condition of its own. */
const readsEachStatus = (input: Input): boolean => listsOnlyOpen(input) && !sortsAll(input)

/**
 * Returns the matching orders as the `from` of a query, which sorts and cuts them. Where an index has the order of the
 * list, only the first rows of each status, or of each range of numbers, are read.
 */
function ordersWhere(input: Input, where: Sql, order: Sql): Sql {
  const { sort = 'id', page, filters } = input
  const upTo = sql`limit ${page * PAGE_ROWS + 1}`
  const statuses = [...new Set(filters.status)]
  if (sortsAll(input)) return allThatMatch(where)
  if (readsEachStatus(input)) {
    const [first, ...others] = statuses
    if (first && others.length === 0) return sql`orders o where o.status = ${first} and ${where}`
    const ordered = (status: Sql) =>
      sql`(select * from orders o where o.status = ${status} and ${where} order by ${order} ${upTo})`
    // only a plan that knows each status uses the index of open orders
    return sort === 'address' && first
      ? sql`(${join(
          statuses.map((status) => ordered(sql`${status}`)),
          ' union all ',
        )}) o`
      : sql`unnest(${statuses}::text[]) wanted (status) cross join lateral ${ordered(sql`wanted.status`)} o`
  }
  if (filters.id && sort === 'id') {
    const ranges = idRanges(filters.id).map(([from, to]) => sql`(${from}::bigint, ${to}::bigint)`)
    return sql`(values ${join(ranges)}) wanted (first, last)
      cross join lateral (
        select * from orders o where o.id between wanted.first and wanted.last and ${where} order by ${order} ${upTo}) o`
  }
  return sql`orders o where ${where}`
}

/** `offset 0` keeps the database from scanning all orders in the order of the list to find the matching ones. */
const allThatMatch = (where: Sql): Sql => sql`(select * from orders o where ${where} and ${IS_OPEN} offset 0) o`
