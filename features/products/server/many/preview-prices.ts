import { rate, type UnitPrice } from '#kernel/money.ts'
import { may } from '#kernel/rights.ts'
import { demand, query } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { previewPrices } from '../../domain/many/contract.ts'
import { type Priced, priceLines } from '../../domain/many/new-price.ts'
import { isBelowMargin, marginAt } from '../../domain/margin.ts'
import { productsRights } from '../../domain/rights.ts'
import { readGoodsSettings } from '../goods-settings.ts'

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
  const marginsOf = (cost: UnitPrice, old: UnitPrice, price: UnitPrice) =>
    seesCosts
      ? {
          oldMargin: marginAt(old, cost),
          margin: marginAt(price, cost),
          isBelow: price > 0 && isBelowMargin(price, cost, rate(leastMargin)),
        }
      : { oldMargin: null, margin: null, isBelow: false }
  return {
    rows: found.map(({ id, version, name, sku, ...product }) => ({
      id,
      version,
      name,
      sku,
      lines: priceLines(product, rule).map((line) => ({
        ...line,
        ...marginsOf(product.cost, line.old, line.price),
      })),
    })),
    least: seesCosts ? leastMargin : null,
  }
})
