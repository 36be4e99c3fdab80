/** The queries of the report on customer totals. */
import type { Cents } from '#kernel/money.ts'
import { keptQuery } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { listQueries } from '#server/records/list.ts'
import { matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'

/** One row for each customer with sales, payments or an opening balance: shipped orders, and payments received less payments returned. */
const totals = (search: string): Sql => sql`
  select c.id, c.name, c.label, coalesce(o.count, 0)::int as "shippedOrders", coalesce(o.sales, 0)::bigint as sales,
    coalesce(p.received, 0)::bigint as received, 
    (coalesce(b.opening, 0) + coalesce(o.sales, 0) - coalesce(p.received, 0))::bigint as balance
  from (
    select customer_id, count(*) as count, sum(total_cents - credited_cents) as sales from orders where status = 'SHIPPED' group by customer_id
  ) o
  full join (
    select customer_id, sum(case bound when 'Inbound' then amount_cents else -amount_cents end) as received
    from payments where customer_id is not null group by customer_id
  ) p using (customer_id)
  full join (
    select customer_id, sum(amount_cents) as opening from opening_balances where customer_id is not null and amount_cents <> 0
    group by customer_id
  ) b using (customer_id)
  join customers c on c.id = customer_id
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
