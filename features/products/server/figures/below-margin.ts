/** Asks the database which sale prices are below the least margin of the company, by the rule with which lists find products. */
import { type Rows, sql } from '#server/db/database.ts'
import type { Priced } from '../../domain/many/new-price.ts'
import { LEAST_MARGIN } from '../goods-settings.ts'

/**
 * Returns those of `all` whose lowest sale price leaves less than the least margin of the company, or less than the cost. What has no
 * sale price is never below. `pricesOf` gives the prices and the cost of one.
 */
export async function findBelowMargin<T>(
  rows: Rows,
  all: readonly T[],
  pricesOf: (one: T) => Priced,
): Promise<ReadonlySet<T>> {
  const prices = all.map(pricesOf)
  const below = await rows.many<{ at: number }>(sql`
    select at::int from unnest(${prices.map(({ salesPrice }) => salesPrice)}::bigint[],
      ${prices.map(({ b2bSalesPrice }) => b2bSalesPrice)}::bigint[], ${prices.map(({ cost }) => cost)}::bigint[])
      with ordinality priced(sales, b2b, cost, at)
    where is_below_margin(sales, b2b, cost, ${LEAST_MARGIN})`)
  const places = new Set(below.map(({ at }) => at))
  return new Set(all.filter((_, index) => places.has(index + 1)))
}
