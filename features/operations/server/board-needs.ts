/** Reads what the orders of the board need: products, and their materials through all levels. */
import type { z } from 'zod'
import { orderConditions } from '#features/orders/server/list-conditions.ts'
import { goodsOf } from '#features/orders/server/order-stock.ts'
import { PROMISED_STATUSES } from '#features/orders/domain/order.ts'
import { readAllRequirements } from '#features/products/server/requirements.ts'
import { withTheirMaterials } from '#features/products/domain/requirements.ts'
import { awaitedSums } from '#features/production/server/plan/netted-products.ts'
import type { Need } from '#features/stock/domain/availability.ts'
import type { Quantity } from '#kernel/money.ts'
import { keptQuery, type RoleView } from '#server/command.ts'
import { columnOf } from '#server/db/column-of.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { hasWordInText } from '#server/search-text.ts'
import * as contract from '../domain/board-contract.ts'
import {
  type Comparison,
  firstOf,
  materialTotals,
  missingMaterialTotals,
  type NeedRow,
  productNeeds,
  type StockFigures,
} from '../domain/needs.ts'

type Input = z.output<typeof contract.neededMaterials.input>

/**
 * Returns how much the orders sell and lend of each product (C-77). Open orders need some thousand products, so here and below the
 * columns are read (`columnOf`) and not the rows.
 */
async function readNeeds(view: RoleView, { filters }: Input): Promise<Need[]> {
  const { words, missing: _, ...orders } = filters
  const status = orders.status ?? [...PROMISED_STATUSES]
  const where = await orderConditions({ search: words ?? '', filters: { ...orders, status } }, view)
  // the goods of open orders are in a small table of their own
  const goods = status.every((one) => PROMISED_STATUSES.includes(one))
    ? sql`join promised_goods g on g.order_id = chosen.id`
    : sql`cross join ${goodsOf(sql`chosen.id`)} g`
  const { ids, quantities } = await view.rows.one<{ ids: number[]; quantities: Quantity[] }>(sql`
    with chosen as materialized (select o.id from orders o where ${where}),
    needed as (
      select g.product_id, sum(g.quantity_e4)::bigint as quantity from chosen ${goods} group by g.product_id
    )
    select ${columnOf(sql`product_id`)} as ids, ${columnOf(sql`quantity`)} as quantities from needed`)
  return ids.map((productId, at) => ({ productId, quantity: quantities[at] as Quantity }))
}

/** The columns of the products, which all have the same length. */
type StoredFigures = { readonly [Key in keyof StockFigures]-?: StockFigures[Key][] }

/** Returns the stock of products and what open tasks bring into it, and with `isNetted` also what they still take. */
async function readStockFigures(
  rows: Rows,
  products: Iterable<number>,
  isNetted = false,
): Promise<Map<number, StockFigures>> {
  const ids = [...products]
  const made = sql`coalesce(made.quantity, 0)::bigint`
  const found = await rows.one<StoredFigures>(sql`
    select ${columnOf(sql`p.id`)} as id, ${columnOf(sql`p.name`)} as name, ${columnOf(sql`p.sku`)} as sku,
      ${columnOf(sql`p.unit`)} as unit, ${columnOf(sql`p.usage_type`)} as "usageType", ${columnOf(sql`p.stock_e4`)} as stock,
      ${columnOf(made)} as "inProduction", ${columnOf(sql`coalesce(awaited.quantity_e4, 0)::bigint`)} as awaited
    from products p
    left join (select product_id, sum(quantity_e4) as quantity from incoming_goods where task_id is not null group by product_id) made
      on made.product_id = p.id
    left join ${awaitedSums(isNetted ? ids : [])} awaited on awaited.product_id = p.id
    where p.id = any(${ids}::bigint[])`)
  const { name, sku, unit, usageType, stock, inProduction, awaited } = found
  const figuresAt = (at: number, id: number) =>
    ({
      id,
      name: name[at],
      sku: sku[at],
      unit: unit[at],
      usageType: usageType[at],
      stock: stock[at],
      inProduction: inProduction[at],
      awaited: awaited[at],
    }) as StockFigures
  return new Map(found.id.map((id, at) => [id, figuresAt(at, id)]))
}

/** Reports whether name and SKU contain each of the words, or a text that sounds like it. */
const matches = (row: NeedRow, words: readonly string[]): boolean =>
  words.every((word) => hasWordInText(`${row.name} ${row.sku}`, word))

const byName = new Intl.Collator('el').compare

/** Compares the rows as requested. Without a request short rows come first, the largest shortage at the top. */
function comparison({ sort, descending = false }: Input): Comparison<NeedRow> {
  if (sort === undefined)
    return (a, b) =>
      Number(b.short) - Number(a.short) || (a.short ? a.available - b.available : 0) || byName(a.name, b.name)
  const chosen: Comparison<NeedRow> = (a, b) => (sort === 'name' ? byName(a.name, b.name) : a[sort] - b[sort])
  return (a, b) => (descending ? chosen(b, a) : chosen(a, b)) || a.productId - b.productId
}

function pageOf(rows: readonly NeedRow[], input: Input) {
  const words = input.search.split(/\s+/).filter((word) => word !== '')
  const found = words.length === 0 ? rows : rows.filter((row) => matches(row, words))
  const from = (input.page - 1) * contract.NEEDS_PAGE
  const to = from + contract.NEEDS_PAGE
  return {
    rows: firstOf(found, to, comparison(input)).slice(from),
    more: found.length > to,
    count: found.length,
    short: found.filter((row) => row.short).length,
  }
}

export const neededProductsQuery = keptQuery(contract.neededProducts, async (view, input) => {
  const wanted = await readNeeds(view, input)
  const figuresOf = await readStockFigures(
    view.rows,
    wanted.map((need) => need.productId),
  )
  return pageOf(productNeeds(wanted, figuresOf), input)
})

export const neededMaterialsQuery = keptQuery(contract.neededMaterials, async (view, input) => {
  const wanted = await readNeeds(view, input)
  const requirements = await readAllRequirements(view.rows)
  const ids = withTheirMaterials(
    requirements,
    wanted.map((need) => need.productId),
  )
  const isNetted = input.filters.missing === true
  const figuresOf = await readStockFigures(view.rows, ids, isNetted)
  const rowsOf = isNetted ? missingMaterialTotals : materialTotals
  return pageOf(rowsOf(wanted, figuresOf, requirements), input)
})
