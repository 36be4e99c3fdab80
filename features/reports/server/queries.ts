/** The queries of the report on customer totals. */
import type { Cents } from '#kernel/money.ts'
import { keptQuery } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { listQueries } from '#server/records/list.ts'
import { matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'

/** One row for each customer with sales, payments or an opening balance: shipped orders, and payments received less payments returned. */
const totals = (search: string): Sql => sql`
  select c.id, c.name, c.label, a."shippedOrders", a.sales, a.received, a.balance
  from (
    select party_id, count(*) filter (where source = 'order' and answers_id is null)::int as "shippedOrders",
      coalesce(sum(cents) filter (where source = 'order'), 0)::bigint as sales,
      coalesce(-sum(cents) filter (where source = 'payment'), 0)::bigint as received, sum(cents)::bigint as balance
    from postings where account = 'customers' and ended_at is null group by party_id) a
  join customers c on c.id = a.party_id
  where not c.system and ${search === '' ? sql`true` : matchesWords(sql`c.search`, search)}`

export const [listCustomerTotalsQuery, countCustomerTotalsQuery, sumCustomerTotalsQuery] = listQueries(
  contract.customerTotalsList,
  {
    from: ({ search }) => sql`(${totals(search)}) t`,
    alias: 't',
    isNamed: true,
    sort: 'sales',
    newestFirst: true,
  },
)

type Sums = { sales: Cents; received: Cents; balance: Cents }

export const customerTotalsSummaryQuery = keptQuery(contract.customerTotalsSummary, ({ rows }, { search }) =>
  rows.one<Sums & { greatest: contract.CustomerTotals[] }>(sql`
    with t as (${totals(search)})
    select coalesce(sum(sales), 0)::bigint as sales, coalesce(sum(received), 0)::bigint as received,
      coalesce(sum(balance), 0)::bigint as balance,
      coalesce((
        select json_agg(g) from (select * from t where sales > 0 order by sales desc, id limit ${contract.MOST_IN_CHART}) g), '[]') as greatest
    from t`),
)
