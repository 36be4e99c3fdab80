/** The list of payments, with its count and its sums. */
import { parseDecimal, PLACES } from '#kernel/money.ts'
import { join, type Sql, sql } from '#server/db/database.ts'
import { listQueries } from '#server/records/list.ts'
import { contains, isIndexed, matchesWords } from '#server/search-text.ts'
import { paymentList, type PaymentState } from '../../domain/office-contract.ts'
import { hidesSumOf } from '../hidden-cash.ts'

/** What a payment `p` adds to the money of the company. An index has the same expression. */
const SIGNED: Sql = sql`(case p.bound when 'Inbound' then p.amount_cents else -p.amount_cents end)`
const CANCELLED: Sql = sql`exists (select from payments c where c.cancels_id = p.id)`

const STATES: Record<PaymentState, Sql> = {
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

export const [listPaymentsQuery, countPaymentsQuery, sumPaymentsQuery] = listQueries(paymentList, {
  from: sql`payments p`,
  alias: 'p',
  columns: {
    amount: SIGNED,
    state: sql`case when p.cancels_id is not null then 'counter-entry' when ${CANCELLED} then 'cancelled' else 'standing' end`,
  },
  row: { customerId: sql`p.customer_id`, providerId: sql`p.provider_id` },
  filters: {
    customerId: (id) => sql`p.customer_id = kept_customer(${id}::bigint)`,
    providerId: (id) => sql`p.provider_id = kept_provider(${id}::bigint)`,
    state: (state) => STATES[state],
  },
  search: searched,
  sort: 'date',
  newestFirst: true,
  // each sort has an index
  sorts: { type: [sql`p.type`, sql`p.date`], bound: [sql`p.bound`, sql`p.date`] },
  hidesSums: ({ rows, actor }, filters) => hidesSumOf(rows, actor, filters),
})
