/** Reads the value of the stock at the end of a day from the ledger. */
import type { Day } from '#kernel/day.ts'
import { keptQuery } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { listQueries } from '#server/records/list.ts'
import { matchesWords } from '#server/search-text.ts'
import { valueList, valueOn } from '../domain/value.ts'
import { endOfDay } from './stock-at.ts'

/**
 * Returns the products that were in stock at the end of a day, as SQL. What a product is worth after its last movement is in that row, so
 * a past day costs one look into the index for each product, however long its ledger is.
 */
function valuedProducts(day: Day | undefined, today: Day): Sql {
  const named = sql`p.id, p.name, p.sku, p.category, p.unit, p.search`
  if (day === undefined || day >= today)
    return sql`
      select ${named}, p.stock_e4 as stock, p.average_cost_e8 as exact, p.stock_value_cents as value
      from products p where p.stock_e4 <> 0`
  return sql`
    select ${named}, last.balance_e4 as stock, last.average_cost_e8 as exact, last.value_cents as value
    from products p cross join lateral (
      select m.balance_e4, m.average_cost_e8, m.value_cents from stock_movements m
      where m.product_id = p.id and m.at < ${endOfDay(day)} order by m.at desc, m.id desc limit 1) last
    where last.balance_e4 <> 0`
}

export const [listValuesQuery, countValuesQuery, sumValuesQuery] = listQueries(valueList, {
  from: ({ filters: { day } }, { today }) => sql`(
    select v.*, round(v.exact / 10000.0)::bigint as average from (${valuedProducts(day, today)}) v) t`,
  alias: 't',
  isNamed: true,
  filters: { day: () => sql`true`, unknown: () => sql`t.value is null` },
  search: (text) => matchesWords(sql`t.search`, text),
  sort: 'value',
  newestFirst: true,
  // what is not known comes last
  sorts: { value: [sql`coalesce(t.value, ${-Number.MAX_SAFE_INTEGER}::bigint)`] },
})

/**
 * Returns the first day with costs; null if the first movement of all has one. An update of the product gave all products in stock an
 * opening cost, and what moved before has none.
 */
const firstDayWithCosts = async (rows: Rows): Promise<Day | null> =>
  (
    await rows.one<{ since: Day | null }>(sql`
      select case when (select cost_cents is null from stock_movements order by id limit 1) then (
        select (min(at) at time zone 'Europe/Athens')::date from stock_movements where reason = 'opening-cost') end as since`)
  ).since

export const valueOnQuery = keptQuery(valueOn, async ({ rows, today }, { day }) => {
  const since = await firstDayWithCosts(rows)
  const { value, ...counted } = await rows.one<{ value: number; products: number; unknown: number }>(sql`
    select coalesce(sum(value), 0)::bigint as value, count(*)::int as products, (count(*) filter (where value is null))::int as unknown
    from (${valuedProducts(day, today)}) v`)
  return { since, value: since !== null && (day ?? today) < since ? null : value, ...counted }
})
