/** Finds the open offers and orders that would lose money at other costs of products. */
import { UNINVOICED_STATUSES } from '#features/orders/domain/order.ts'
import { costWithoutLent } from '#features/orders/domain/totals.ts'
import type { TriedCosts } from '#features/products/server/costs/try-costs.ts'
import type { Unit } from '#features/products/domain/product.ts'
import type { UnitPrice } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type LosingOrder, MOST_ORDERS } from '../domain/contract.ts'
import { losingOrders, type SoldLine } from '../domain/losing.ts'

/** The materials that an order may lend with a product: each with what goes with one unit of it, and its new cost. */
type Lendables = ReadonlyMap<number, Parameters<typeof costWithoutLent>[1]>

/** Returns the lendable materials of products, by product. Products without any are left out. */
async function readLendables(
  rows: Rows,
  { above, after }: TriedCosts,
  ids: readonly number[],
): Promise<Map<number, Lendables>> {
  const materialIds = new Set(ids.flatMap((id) => (above.get(id) ?? []).map(({ materialId }) => materialId)))
  const found = await rows.many<{ id: number; unit: Unit; cost: UnitPrice }>(sql`
    select id, unit, cost_price_e4 as cost from products where lendable and id = any(${[...materialIds]}::bigint[])`)
  const lendable = new Map(found.map((one) => [one.id, one]))
  const ofProducts = new Map<number, Lendables>()
  for (const id of ids) {
    const lines = new Map<number, Parameters<typeof costWithoutLent>[1]>()
    for (const { materialId, quantity, unit } of above.get(id) ?? []) {
      const material = lendable.get(materialId)
      if (!material) continue
      const cost = after.get(materialId) ?? material.cost
      const line = { unit: material.unit, perUnit: quantity, recipeUnit: unit, cost }
      lines.set(materialId, [...(lines.get(materialId) ?? []), line])
    }
    if (lines.size > 0) ofProducts.set(id, lines)
  }
  return ofProducts
}

type Line = Omit<SoldLine, 'costPrice'> & { readonly productId: number; readonly lent: readonly number[] | null }

/**
 * Returns the offers and orders that are not invoiced and would sell a product below its new cost, those with the highest loss
 * first, and their number. `ids` are the products that become dearer. A line that is given for free does not count. Materials
 * that the order lends with the product do not count as its cost, because they come back. The statement returns the lines below
 * the whole cost, and `costWithoutLent` decides about them. It begins with the open orders, so that it does not grow with the
 * closed ones: `offset 0` keeps the database from beginning elsewhere. Each line finds the cost of its product by key, because
 * the database would compare it with each of thousands of products.
 */
export async function readLosingOrders(
  rows: Rows,
  costs: TriedCosts,
  ids: readonly number[],
): Promise<{ count: number; orders: LosingOrder[] }> {
  if (ids.length === 0) return { count: 0, orders: [] }
  const lendables = await readLendables(rows, costs, ids)
  const tried = Object.fromEntries(ids.map((id) => [id, costs.after.get(id)]))
  const lines = await rows.many<Line>(sql`
    with tried as materialized (select ${JSON.stringify(tried)}::jsonb as costs),
    open as materialized (select id, status, name from orders where status = any(${[...UNINVOICED_STATUSES]}::text[]))
    select o.id, o.status, o.name, l.name as line, l.product_id as "productId", l.sales_price_e4 as "salesPrice",
      l.quantity_e4 as quantity, l.total_cents as total, n.lent
    from open o
    cross join lateral (
      select product_id, name, sales_price_e4, quantity_e4, total_cents from order_lines where order_id = o.id offset 0) l
    cross join tried
    cross join lateral (select (tried.costs ->> l.product_id::text)::bigint as cost offset 0) c
    left join lateral (
      select jsonb_agg(product_id) as lent from order_loans
      where order_id = o.id and origin_product_id = l.product_id and l.product_id = any(${[...lendables.keys()]}::bigint[])) n on true
    where l.sales_price_e4 > 0 and l.sales_price_e4 < c.cost`)
  const sold = lines.map(({ productId, lent, ...line }) => {
    const its = (lent ?? []).flatMap((id) => lendables.get(productId)?.get(id) ?? [])
    return { ...line, costPrice: costWithoutLent(costs.after.get(productId) ?? (0 as UnitPrice), its) }
  })
  const losing = losingOrders(sold)
  return { count: losing.length, orders: losing.slice(0, MOST_ORDERS) }
}
