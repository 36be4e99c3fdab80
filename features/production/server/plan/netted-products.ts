/** Reads what netting needs: the recipes of products through all levels, and what there is of each product and material. */
import { type Requirements, withTheirMaterials } from '#features/products/domain/requirements.ts'
import { incomingQuantity } from '#features/products/server/figures/incoming.ts'
import { promisedQuantity, promisedSums } from '#features/products/server/figures/promised.ts'
import { readRequirements, type StepRequirement } from '#features/products/server/requirements.ts'
import type { Quantity } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { NettedProduct } from '../../domain/netting.ts'

export type RecipeStep = {
  readonly seq: number
  readonly section: string
  /** The minutes for one unit (C-82); null if the recipe does not say them. */
  readonly minutes: Quantity | null
}

/** A product with what there is of it, and the steps by which it is made. */
export type StoredProduct = Omit<NettedProduct, 'hasSteps'> & {
  readonly id: number
  readonly name: string
  readonly overridable: boolean
  readonly steps: readonly RecipeStep[]
}

export type Recipes = {
  readonly requirements: Requirements<StepRequirement>
  readonly products: ReadonlyMap<number, StoredProduct & NettedProduct>
}

/** What open tasks still have to take of the product `p`. */
const AWAITED = sql`(
  select coalesce(sum(m.quantity_e4), 0)::bigint from awaited_materials m where m.product_id = p.id)`

/** Returns a table with what open tasks still have to take of each of these products; a product of which they take nothing is left out. */
export const awaitedSums = (ids: readonly number[]): Sql => sql`(
  select product_id, sum(quantity_e4)::bigint as quantity_e4 from awaited_materials
  where product_id = any(${[...ids]}::bigint[]) group by product_id)`

/** What open tasks, orders at providers and requests that nobody has ordered yet will bring of the product `p`. */
const COMING = sql`(${incomingQuantity(sql`p.id`)}
  + (select coalesce(sum(r.quantity_e4), 0)::bigint from material_requests r where r.product_id = p.id and r.waiting = 'REQUEST' and r.ordered_in is null))`

/** The columns of the product `p` that stay the same whatever is promised or made. */
const SELF = sql`p.id, p.name, p.unit, p.usage_type as "usageType", p.service, p.overridable, p.stock_e4 as stock`

/**
 * Reads the recipes of products through all levels, with what there is of each. What the order itself has been promised does not count.
 */
export async function readRecipes(rows: Rows, productIds: readonly number[], orderId: number | null): Promise<Recipes> {
  const requirements = await readRequirements(rows, productIds)
  const ids = [...withTheirMaterials(requirements, productIds)]
  const products = await rows.many<StoredProduct>(sql`
    select ${SELF},
      ${promisedQuantity(sql`p.id`, orderId)} as promised, ${AWAITED} as awaited, ${COMING} as coming,
      coalesce((
        select json_agg(json_build_object('seq', s.seq, 'section', s.section, 'minutes', s.minutes_e4) order by s.seq)
        from requirement_steps s where s.product_id = p.id), '[]') as steps
    from products p where p.id = any(${ids}::bigint[])`)
  return {
    requirements,
    products: new Map(products.map((one) => [one.id, { ...one, hasSteps: one.steps.length > 0 }])),
  }
}

/** The recipes of products with what others claim of each, without what is on its way. */
export type ClaimedRecipes = {
  readonly requirements: Requirements<StepRequirement>
  readonly products: ReadonlyMap<number, Omit<StoredProduct, 'coming'>>
}

/** Whose promises do not count; null if nothing promised is read, so that each product has 0. */
export type ReadPromises = { readonly exceptOrderId: number | null } | null

/**
 * Reads the same as `readRecipes`, without what is on its way, for many products at once: each table is read once for all of them. It
 * may read tables from end to end, so a command, which would clash with every other that writes them, does not use it.
 */
export async function readClaimedRecipes(
  rows: Rows,
  productIds: readonly number[],
  promises: ReadPromises,
): Promise<ClaimedRecipes> {
  const requirements = await readRequirements(rows, productIds)
  const ids = [...withTheirMaterials(requirements, productIds)]
  const products = await rows.many<Omit<StoredProduct, 'coming'>>(sql`
    select ${SELF}, coalesce(promise.quantity_e4, 0)::bigint as promised, coalesce(awaited.quantity_e4, 0)::bigint as awaited,
      coalesce(made.steps, '[]') as steps
    from products p
    left join ${promisedSums(promises === null ? [] : ids, promises?.exceptOrderId)} promise on promise.product_id = p.id
    left join ${awaitedSums(ids)} awaited on awaited.product_id = p.id
    left join (
      select s.product_id,
        json_agg(json_build_object('seq', s.seq, 'section', s.section, 'minutes', s.minutes_e4) order by s.seq) as steps
      from requirement_steps s where s.product_id = any(${ids}::bigint[]) group by s.product_id) made on made.product_id = p.id
    where p.id = any(${ids}::bigint[])`)
  return { requirements, products: new Map(products.map((one) => [one.id, one])) }
}
