/** Builds the conditions of order lists. */
import type { z } from 'zod'
import { may } from '#kernel/rights.ts'
import { refuse } from '#kernel/refusal.ts'
import type { RoleView } from '#server/command.ts'
import { join, type Sql, sql } from '#server/db/database.ts'
import { expressionsOf } from '#server/records/kinds.ts'
import { filtersOf } from '#server/records/list.ts'
import { matchesWords } from '#server/search-text.ts'
import { LISTED_FIELDS } from '../domain/fields.ts'
import type * as contract from '../domain/list-contract.ts'
import { ordersRights } from '../domain/rights.ts'
import { NEWEST_UNACCEPTED, SHOWN_STATUS } from './lock-orders.ts'
import { hasWords, matchesOrder, type Searched } from './search/find-orders.ts'

type ListInput = Pick<z.output<typeof contract.orderListInput>, 'search' | 'filters'>

/** The conditions of the filters of declared fields. */
const DECLARED = filtersOf({ columns: LISTED_FIELDS }, expressionsOf(LISTED_FIELDS, 'o'))

const NOT_DELETED: Sql = sql`o.status <> 'OFFER-DELETE'`
/**
 * The same condition without the status of each row. An index that does not contain the status can then return the numbers of
 * many orders without reading the orders.
 */
export const NOT_DELETED_BY_INDEX: Sql = sql`o.id not in (select id from orders where status = 'OFFER-DELETE')`

/**
 * Returns the conditions of a list over `orders o`. Deleted offers are left out unless their status is requested. Only
 * people who may restore them may request it (C-02); others are refused.
 */
export async function orderConditions(input: ListInput, view: RoleView): Promise<Sql> {
  return (await orderConditionsNear(input, view))(null)
}

/**
 * Returns the conditions as `orderConditions`, for all orders or for those within a range of their numbers. `notDeleted` may be
 * `NOT_DELETED_BY_INDEX`.
 */
export async function orderConditionsNear(
  { search, filters }: ListInput,
  { actor, rows }: RoleView,
  notDeleted = NOT_DELETED,
): Promise<Searched> {
  const all: Sql[] = []
  if (filters.status) {
    if (filters.status.includes('OFFER-DELETE') && !may(actor, ordersRights.restoreOffer))
      refuse('forbidden', 'forbidden')
    all.push(
      filters.status.length === 1
        ? sql`o.status = ${filters.status[0]}`
        : sql`o.status = any(${filters.status}::text[])`,
    )
  } else all.push(notDeleted)
  if (filters.notStatus) all.push(sql`o.status <> all(${filters.notStatus}::text[])`)
  if (filters.createdFrom)
    all.push(sql`o.created_at >= ${filters.createdFrom}::date::timestamp at time zone 'Europe/Athens'`)
  if (filters.createdTo)
    all.push(sql`o.created_at < (${filters.createdTo}::date + 1)::timestamp at time zone 'Europe/Athens'`)
  for (const [name, condition] of Object.entries(DECLARED)) {
    const value = (filters as Readonly<Record<string, unknown>>)[name]
    if (value !== undefined && value !== '') all.push(condition(value))
  }
  if (filters.id) all.push(idBeginsWith(filters.id))
  // the indexed words narrow the rows before the name, label or address alone is compared
  if (filters.name) {
    all.push(...(await hasWords(rows, filters.name)))
    all.push(matchesWords(sql`(fold(o.name) || ' ' || phonetic_key(o.name))`, filters.name))
  }
  if (filters.label) {
    all.push(...(await hasWords(rows, filters.label)))
    all.push(matchesWords(sql`(fold(o.label) || ' ' || phonetic_key(o.label))`, filters.label))
  }
  if (filters.address) {
    all.push(...(await hasWords(rows, filters.address)))
    const text = sql`concat_ws(' ', o.delivery_address ->> 'address', o.delivery_address ->> 'postcode', o.delivery_address ->> 'city')`
    all.push(matchesWords(sql`(fold(${text}) || ' ' || phonetic_key(${text}))`, filters.address))
  }
  if (filters.customerId) all.push(sql`o.customer_id = ${filters.customerId}`)
  const ranges = [
    [sql`o.line_count`, filters.lineCountFrom, filters.lineCountTo],
    [sql`o.products_cents`, filters.productsFrom, filters.productsTo],
    [sql`o.vat_cents`, filters.vatFrom, filters.vatTo],
    [sql`o.total_cents`, filters.totalFrom, filters.totalTo],
  ] as const
  for (const [column, from, to] of ranges) {
    // a number may be too large for the type of the column
    if (from !== undefined) all.push(sql`${column} >= ${from}::bigint`)
    if (to !== undefined) all.push(sql`${column} <= ${to}::bigint`)
  }
  if (filters.invoicedFrom) all.push(sql`o.invoiced_on >= ${filters.invoicedFrom}::date`)
  if (filters.invoicedTo) all.push(sql`o.invoiced_on <= ${filters.invoicedTo}::date`)
  if (filters.document) all.push(newestInvoiceIs(filters.document))
  if (search === '') return (near) => join(near === null ? all : [...all, near], ' and ')
  const found = await matchesOrder(rows, search)
  return (near) => join([...all, found(near)], ' and ')
}

/** Matches orders `o` whose newest invoice is shown with one of the statuses. It reads the few documents that were not accepted. */
const newestInvoiceIs = (statuses: readonly string[]): Sql => sql`o.id = any(array(
  select d.order_id from order_documents d
  where ${NEWEST_UNACCEPTED} and ${SHOWN_STATUS} = any(${statuses}::text[])))`

/** JavaScript represents all numbers of at most this many digits exactly. */
const MOST_DIGITS = 15

/**
 * Returns the ranges of numbers that begin with the typed digits: 12, 120 to 129, 1200 to 1299 and so on. Signs of
 * search patterns are ignored. Without digits all numbers match; with any other sign the only range is empty.
 */
export function idRanges(typed: string): (readonly [number, number])[] {
  const digits = typed.replace(/[\\%_]/g, '')
  if (digits === '') return [[1, Number.MAX_SAFE_INTEGER]]
  if (!/^[1-9]\d*$/.test(digits) || digits.length > MOST_DIGITS) return [[1, 0]]
  return Array.from({ length: MOST_DIGITS - digits.length + 1 }, (_, more) => {
    const first = Number(digits) * 10 ** more
    return [first, first + 10 ** more - 1] as const
  })
}

/**
 * Matches orders `o` whose number begins with the typed digits. It uses ranges, because the index is sorted by the
 * value of the number and not by its digits.
 */
const idBeginsWith = (typed: string): Sql =>
  sql`(${join(
    idRanges(typed).map(([first, last]) => sql`o.id between ${first} and ${last}`),
    ' or ',
  )})`
