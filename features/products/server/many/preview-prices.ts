import type { UnitPrice } from '#kernel/money.ts'
import { may } from '#kernel/rights.ts'
import { demand, query } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { previewPrices } from '../../domain/many/contract.ts'
import { type Priced, priceLines } from '../../domain/many/new-price.ts'
import { marginAt } from '../../domain/margin.ts'
import { productsRights } from '../../domain/rights.ts'
import { findBelowMargin } from '../figures/below-margin.ts'
import { readGoodsSettings } from '../goods-settings.ts'

const NO_PRICE = 0 as UnitPrice

export type PricedProduct = Priced & {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly sku: string
}

/** The columns of `products p` that new prices are worked out from. */
export const PRICED: Sql = sql`p.id, p.version, p.name, p.sku, p.sales_price_e4 as "salesPrice",
  p.b2b_sales_price_e4 as "b2bSalesPrice", p.cost_price_e4 as cost`

export const previewPricesQuery = query(previewPrices, async ({ rows, actor }, { ids, rule }) => {
  // A price that follows from the cost tells the cost.
  if (rule.way.kind === 'margin') demand(actor, productsRights.cost)
  const found = await rows.many<PricedProduct>(sql`
    select ${PRICED} from products p where p.id = any(${ids}::bigint[]) order by p.name collate "und-x-icu", p.id`)
  const seesCosts = may(actor, productsRights.cost)
  const { leastMargin } = await readGoodsSettings(rows)
  const priced = found.map((product) => ({
    ...product,
    lines: priceLines(product, rule).map((line) => ({ line, cost: product.cost })),
  }))
  const below = await findBelowMargin(
    rows,
    seesCosts ? priced.flatMap(({ lines }) => lines) : [],
    ({ line, cost }) => ({
      salesPrice: line.price,
      b2bSalesPrice: NO_PRICE,
      cost,
    }),
  )
  const marginsOf = (at: (typeof priced)[number]['lines'][number]) =>
    seesCosts
      ? { oldMargin: marginAt(at.line.old, at.cost), margin: marginAt(at.line.price, at.cost), isBelow: below.has(at) }
      : { oldMargin: null, margin: null, isBelow: false }
  return {
    rows: priced.map(({ id, version, name, sku, lines }) => ({
      id,
      version,
      name,
      sku,
      lines: lines.map((at) => ({ ...at.line, ...marginsOf(at) })),
    })),
    least: seesCosts ? leastMargin : null,
  }
})
