/** Reads what the orders of the board need: products, and their materials through all levels. */
import type { z } from 'zod'
import { orderConditions } from '#features/orders/server/list-conditions.ts'
import { goodsOf } from '#features/orders/server/order-stock.ts'
import { PROMISED_STATUSES } from '#features/orders/domain/order.ts'
import { readRequirements } from '#features/products/server/requirements.ts'
import type { Need } from '#features/stock/domain/availability.ts'
import { fold } from '#kernel/fold.ts'
import { keptQuery, type RoleView } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { phoneticKey } from '#server/search-text.ts'
import * as contract from '../domain/board-contract.ts'
import { materialTotals, type NeedRow, productNeeds, type StockFigures } from '../domain/needs.ts'

type Input = z.output<typeof contract.neededMaterials.input>

/** Returns how much the orders sell and lend of each product (C-77), by one statement. */
function readNeeds(view: RoleView, { filters }: Input): Promise<Need[]> {
  const { words, missing: _, ...orders } = filters
  const status = orders.status ?? [...PROMISED_STATUSES]
  const where = orderConditions({ search: words ?? '', filters: { ...orders, status } }, view)
  // the goods of open orders are in a small table of their own
  const goods = status.every((one) => PROMISED_STATUSES.includes(one))
    ? sql`join promised_goods g on g.order_id = chosen.id`
    : sql`cross join ${goodsOf(sql`chosen.id`)} g`
  return view.rows.many<Need>(sql`
    with chosen as materialized (select o.id from orders o where ${where})
    select g.product_id as "productId", sum(g.quantity_e4)::bigint as quantity
    from chosen ${goods}
    group by g.product_id`)
}

/**
 * Returns the stock of products and the quantity that open tasks will produce. A chain of steps counts its quantity
 * once (C-67).
 */
async function readStockFigures(rows: Rows, ids: Iterable<number>): Promise<[number, StockFigures][]> {
  const found = await rows.many<StockFigures>(sql`
    select p.id, p.name, p.sku, p.unit, p.usage_type as "usageType", p.stock_e4 as stock,
      coalesce(made.quantity, 0)::bigint as "inProduction"
    from products p
    left join (
      select product_id, sum(quantity) as quantity
      from (select product_id, max(quantity_e4) as quantity from tasks
        where status <> 'FINISHED' and product_id is not null
        group by order_id, product_id, coalesce(nullif(taskref, ''), id::text)) chains
      group by product_id
    ) made on made.product_id = p.id
    where p.id = any(${[...new Set(ids)]}::bigint[])`)
  return found.map((figures) => [figures.id, figures])
}

/** Reports whether name and SKU contain each of the words, or a text that sounds like it. */
const matches = (row: NeedRow, words: readonly string[]): boolean => {
  const text = `${row.name} ${row.sku}`
  const [plain, sound] = [fold(text), phoneticKey(text)]
  return words.every((word) => plain.includes(fold(word)) || sound.includes(phoneticKey(word)))
}

const byName = new Intl.Collator('el').compare

/** Sorts the rows as requested. Without a request short rows come first, the largest shortage at the top. */
function inOrder(rows: readonly NeedRow[], { sort, descending = false }: Input): NeedRow[] {
  const usual = (a: NeedRow, b: NeedRow): number =>
    Number(b.short) - Number(a.short) || (a.short ? a.available - b.available : 0) || byName(a.name, b.name)
  if (sort === undefined) return rows.toSorted(usual)
  const chosen = (a: NeedRow, b: NeedRow): number => (sort === 'name' ? byName(a.name, b.name) : a[sort] - b[sort])
  return rows.toSorted((a, b) => (descending ? chosen(b, a) : chosen(a, b)) || a.productId - b.productId)
}

function pageOf(rows: readonly NeedRow[], input: Input) {
  const words = input.search.split(/\s+/).filter((word) => word !== '')
  const found = inOrder(words.length === 0 ? rows : rows.filter((row) => matches(row, words)), input)
  const from = (input.page - 1) * contract.NEEDS_PAGE
  return {
    rows: found.slice(from, from + contract.NEEDS_PAGE),
    more: found.length > from + contract.NEEDS_PAGE,
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
  return pageOf(productNeeds(wanted, new Map(figuresOf)), input)
})

export const neededMaterialsQuery = keptQuery(contract.neededMaterials, async (view, input) => {
  const wanted = await readNeeds(view, input)
  const ids = wanted.map((need) => need.productId)
  const requirements = await readRequirements(view.rows, ids)
  const materials = [...requirements.values()].flat().map((requirement) => requirement.materialId)
  const figuresOf = new Map(await readStockFigures(view.rows, [...ids, ...materials]))
  return pageOf(materialTotals(wanted, figuresOf, requirements, input.filters.missing ?? false), input)
})
