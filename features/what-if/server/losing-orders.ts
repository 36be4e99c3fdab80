/** Finds the open offers and orders that would lose money at other costs of products. */
import { UNINVOICED_STATUSES } from '#features/orders/domain/order.ts'
import type { TriedCosts } from '#features/products/server/costs/try-costs.ts'
import type { Unit } from '#features/products/domain/product.ts'
import { type CostLine, costOfMaterials } from '#features/products/domain/units.ts'
import type { UnitPrice } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type LosingOrder, MOST_ORDERS } from '../domain/contract.ts'

/** The lines of an order that are shown. */
const MOST_LINES = 3

type Lent = { readonly id: number; readonly saved: UnitPrice }

/** Returns the lendable materials of products, with the cost that an order saves by lending them, by product. */
async function readLent(
  rows: Rows,
  { above, after }: TriedCosts,
  ids: readonly number[],
): Promise<Map<number, Lent[]>> {
  const materialIds = new Set(ids.flatMap((id) => (above.get(id) ?? []).map(({ materialId }) => materialId)))
  const found = await rows.many<{ id: number; unit: Unit; cost: UnitPrice }>(sql`
    select id, unit, cost_price_e4 as cost from products where lendable and id = any(${[...materialIds]}::bigint[])`)
  const lendable = new Map(found.map((one) => [one.id, one]))
  const lent = ids.map((id): [number, Lent[]] => {
    const lines = new Map<number, CostLine[]>()
    for (const { materialId, quantity, unit } of above.get(id) ?? []) {
      const material = lendable.get(materialId)
      if (!material) continue
      const cost = after.get(materialId) ?? material.cost
      lines.set(materialId, [...(lines.get(materialId) ?? []), { quantity, unit, materialUnit: material.unit, cost }])
    }
    return [id, [...lines].map(([materialId, its]) => ({ id: materialId, saved: costOfMaterials(its) }))]
  })
  return new Map(lent.filter(([, its]) => its.length > 0))
}

/**
 * Returns the offers and orders that are not invoiced and would sell a product below its new cost, those with the highest loss
 * first, and their number. `ids` are the products that become dearer. A line that is given for free does not count. Materials
 * that the order lends with the product do not count as its cost, because they come back. The statement begins with the open
 * orders, so that its cost does not grow with the closed ones: `offset 0` keeps the database from beginning elsewhere.
 * Each line finds the cost of its product by key, because the database would compare it with each of thousands of products.
 */
export async function readLosingOrders(
  rows: Rows,
  costs: TriedCosts,
  ids: readonly number[],
): Promise<{ count: number; orders: LosingOrder[] }> {
  if (ids.length === 0) return { count: 0, orders: [] }
  const lent = await readLent(rows, costs, ids)
  const tried = Object.fromEntries(ids.map((id) => [id, { cost: costs.after.get(id), lent: lent.get(id) ?? null }]))
  const found = await rows.many<LosingOrder & { count: number }>(sql`
    with tried as materialized (select ${JSON.stringify(tried)}::jsonb as products),
    open as materialized (select id, status, name from orders where status = any(${[...UNINVOICED_STATUSES]}::text[])),
    losing as (
      select o.id, o.status, o.name, l.name as line, l.sales_price_e4 as price, c.cost,
        round(l.quantity_e4 * c.cost::numeric / 1000000) - l.total_cents as loss
      from open o
      cross join lateral (
        select product_id, name, sales_price_e4, quantity_e4, total_cents from order_lines where order_id = o.id offset 0) l
      cross join tried
      cross join lateral (select tried.products -> l.product_id::text as one offset 0) t
      cross join lateral (
        select case when jsonb_typeof(t.one -> 'lent') = 'null' then (t.one ->> 'cost')::bigint else greatest(0, (t.one ->> 'cost')::bigint - (
          select coalesce(sum(one.saved), 0)
          from (select product_id, origin_product_id from order_loans where order_id = o.id offset 0) n
          join jsonb_to_recordset(t.one -> 'lent') as one(id bigint, saved bigint) on one.id = n.product_id
          where n.origin_product_id = l.product_id))::bigint end as cost offset 0) c
      where t.one is not null and l.sales_price_e4 > 0 and l.sales_price_e4 < c.cost
    )
    select id, status, name, count(*)::int as lines, sum(loss)::bigint as loss, count(*) over ()::int as count,
      (array_agg(json_build_object('name', line, 'price', price, 'cost', cost) order by loss desc))[1:${MOST_LINES}::int] as worst
    from losing group by id, status, name order by sum(loss) desc, id limit ${MOST_ORDERS}`)
  return { count: found[0]?.count ?? 0, orders: found.map(({ count: _all, ...order }) => order) }
}
