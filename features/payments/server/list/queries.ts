/** The list of payments, with its count and its sums. */
import type { z } from 'zod'
import { parseDecimal, PLACES } from '#kernel/money.ts'
import { keptQuery } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf, sumRows } from '#server/paging.ts'
import { contains, isIndexed, matchesWords } from '#server/search-text.ts'
import * as contract from '../../domain/office-contract.ts'
import { hidesSumOf } from '../hidden-cash.ts'

type ListInput = z.output<typeof contract.paymentListInput>
type Row = z.output<typeof contract.listPayments.output>['rows'][number]

/** What a payment `p` adds to the money of the company. An index has the same expression. */
const SIGNED: Sql = sql`(case p.bound when 'Inbound' then p.amount_cents else -p.amount_cents end)`
const CANCELLED: Sql = sql`exists (select from payments c where c.cancels_id = p.id)`

/** The columns of each sort, before the id. Each has an index. */
const SORT_COLUMNS: Record<(typeof contract.PAYMENT_SORTS)[number], readonly Sql[]> = {
  id: [],
  date: [sql`p.date`],
  entityName: [sql`p.entity_name collate "und-x-icu"`],
  type: [sql`p.type`, sql`p.date`],
  bound: [sql`p.bound`, sql`p.date`],
  amount: [SIGNED],
}

const STATES: Record<contract.PaymentState, Sql> = {
  standing: sql`p.cancels_id is null and not ${CANCELLED}`,
  cancelled: CANCELLED,
  'counter-entry': sql`p.cancels_id is not null`,
}

/**
 * Returns the condition of a search: part of the name or of the receipt number, a customer or provider as their own lists find
 * them, or an amount.
 */
function searched(search: string): Sql {
  const parts = [
    contains('p.entity_name', search),
    contains('p.receipt_code', search),
    // as arrays, so that indexes find the payments of these parties
    sql`p.customer_id = any(array(select id from customers where ${matchesWords(sql`search`, search)}))`,
    sql`p.provider_id = any(array(select id from providers where ${matchesWords(sql`search`, search)}))`,
  ]
  const amount = parseDecimal(search, PLACES.cents)
  if (amount !== null) parts.push(sql`${SIGNED} = any(array[${amount}::bigint, -(${amount}::bigint)])`)
  const found = sql`(${join(parts, ' or ')})`
  // in the order of the list the database would read many payments before it had found a page of a rare word
  return isIndexed(search) ? sql`p.id = any(array(select p.id from payments p where ${found}))` : found
}

function paymentConditions({ search, filters }: Pick<ListInput, 'search' | 'filters'>): Sql {
  const all: Sql[] = [sql`true`]
  if (search !== '') all.push(searched(search))
  if (filters.id) all.push(sql`p.id::text like ${`${filters.id.replace(/[\\%_]/g, '')}%`}`)
  if (filters.entityName) all.push(contains('p.entity_name', filters.entityName))
  if (filters.customerId) all.push(sql`p.customer_id = kept_customer(${filters.customerId}::bigint)`)
  if (filters.providerId) all.push(sql`p.provider_id = kept_provider(${filters.providerId}::bigint)`)
  if (filters.bound) all.push(sql`p.bound = ${filters.bound}`)
  // one type is compared directly, so that its index gives the order
  const [type, ...others] = filters.type ?? []
  if (type) all.push(others.length === 0 ? sql`p.type = ${type}` : sql`p.type = any(${filters.type ?? []}::text[])`)
  if (filters.receiptCode) all.push(contains('p.receipt_code', filters.receiptCode))
  if (filters.refcode) all.push(sql`p.refcode like ${`${filters.refcode.replace(/[\\%_]/g, '')}%`}`)
  if (filters.state) all.push(STATES[filters.state])
  if (filters.dateFrom) all.push(sql`p.date >= ${filters.dateFrom}::date`)
  if (filters.dateTo) all.push(sql`p.date <= ${filters.dateTo}::date`)
  if (filters.amountFrom !== undefined) all.push(sql`${SIGNED} >= ${filters.amountFrom}::bigint`)
  if (filters.amountTo !== undefined) all.push(sql`${SIGNED} <= ${filters.amountTo}::bigint`)
  return join(all, ' and ')
}

export const listPaymentsQuery = keptQuery(contract.listPayments, async ({ rows }, input) => {
  const { sort = 'date', descending = true, page } = input
  const direction = raw(descending ? 'desc' : 'asc')
  const order = join(
    [...SORT_COLUMNS[sort], sql`p.id`].map((column) => sql`${column} ${direction}`),
    ', ',
  )
  const found = await rows.many<Row>(sql`
    select p.id, p.date, p.bound, p.type, ${SIGNED} as amount, p.customer_id as "customerId", p.provider_id as "providerId",
      p.entity_name as "entityName", p.series, p.receipt_code as "receiptCode", p.refcode, p.bank_name as "bankName",
      p.expire_date as "expireDate", p.order_id as "orderId", p.user_name as "userName",
      case when p.cancels_id is not null then 'counter-entry' when ${CANCELLED} then 'cancelled' else 'standing' end as state
    from (
      select * from payments p where ${paymentConditions(input)} order by ${order} ${pageOf(page, contract.PAYMENTS_PAGE)}
    ) p order by ${order}`)
  return { rows: found.slice(0, contract.PAYMENTS_PAGE), more: found.length > contract.PAYMENTS_PAGE }
})

export const countPaymentsQuery = keptQuery(contract.countPayments, ({ rows }, input) =>
  countRows(rows, sql`from payments p where ${paymentConditions(input)}`),
)

export const sumPaymentsQuery = keptQuery(contract.sumPayments, async ({ rows, actor }, input) =>
  (await hidesSumOf(rows, actor, input.filters))
    ? { sums: { amount: null } }
    : sumRows(rows, { amount: SIGNED }, sql`from payments p where ${paymentConditions(input)}`),
)
