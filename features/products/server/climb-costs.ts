/** Stores the costs of all products above materials whose cost or unit has changed. */
import type { Quantity, Rate, UnitPrice } from '#kernel/money.ts'
import { stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { climbedCosts, type Costed } from '../domain/climb.ts'
import { isCostTooLarge, whyNotSoLarge } from '../domain/cost.ts'
import type { Unit, UsageType } from '../domain/product.ts'
import type { Material } from '../domain/requirements.ts'

/**
 * Reads the recipes of all products above some materials, through all levels, in one statement with one JSON value.
 * `costed` contains these products, their direct materials, and the products in `also`.
 */
export async function readAbove(rows: Rows, materialIds: readonly number[], also: readonly number[] = []) {
  const { lines, products } = await rows.one<{
    lines: [number, number, Quantity, Unit][]
    products: [number, UsageType, Unit, UnitPrice, Rate][]
  }>(sql`
    with recursive above (id) as (
      select product_id from requirement_materials where material_id = any(${[...materialIds]}::bigint[])
      union
      select m.product_id from above join requirement_materials m on m.material_id = above.id
    ),
    lines as materialized (
      select r.product_id, r.material_id, r.quantity_e4, r.unit
      from above join requirement_materials r on r.product_id = above.id
    )
    select
      (select coalesce(json_agg(json_build_array(product_id, material_id, quantity_e4, unit)), '[]') from lines) as lines,
      (select coalesce(json_agg(json_build_array(id, usage_type, unit, cost_price_e4, cost_margin_bp)), '[]')
        from products where id in (
          select product_id from lines union select material_id from lines union select unnest(${[...also]}::bigint[]))
      ) as products`)
  const above = new Map<number, Material[]>()
  for (const [productId, materialId, quantity, unit] of lines) {
    const known = above.get(productId)
    if (known) known.push({ materialId, quantity, unit })
    else above.set(productId, [{ materialId, quantity, unit }])
  }
  const costed = new Map(
    products.map(([id, usageType, unit, cost, margin]): [number, Costed] => [id, { usageType, unit, cost, margin }]),
  )
  return { above, costed }
}

/** Refuses new costs of products if one of them is beyond the limit of prices. The refusal names the product. */
export async function demandCosts(rows: Rows, costs: ReadonlyMap<number, UnitPrice>): Promise<void> {
  const [id, cost] = [...costs].find(([, one]) => isCostTooLarge(one)) ?? []
  if (id === undefined || cost === undefined) return
  const { name } = await rows.one<{ name: string }>(sql`select name from products where id = ${id}`)
  stopOn(whyNotSoLarge(name, cost))
}

/**
 * Stores the new costs of all products above these materials, whose own new cost or unit is already stored. Returns how
 * many costs changed. Call it in the transaction that changed the materials, with all of them at once. The transaction
 * must be serializable: then it clashes with a recipe or a cost that changes at the same moment, and runs again. The
 * version of the products stays, because a person who edits one of them changes other fields.
 */
export async function climbCosts(work: Work, materialIds: readonly number[]): Promise<number> {
  const { above, costed } = await readAbove(work.tx, materialIds)
  return storeCostsAbove(work, climbedCosts(costed, above))
}

/** Stores new costs of products that follow from their materials. Returns how many there are. */
export async function storeCostsAbove(work: Work, costs: ReadonlyMap<number, UnitPrice>): Promise<number> {
  await demandCosts(work.tx, costs)
  const changed = [...costs].map(([id, cost]) => ({ id, cost }))
  if (changed.length === 0) return 0
  await work.tx.run(sql`
    update products p set cost_price_e4 = c.cost, updated_at = ${work.now}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(id bigint, cost bigint) where p.id = c.id`)
  for (const { id } of changed) work.moved({ entity: 'products', id })
  return changed.length
}
