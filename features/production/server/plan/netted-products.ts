/** Reads what netting needs: the recipes of products through all levels, and what there is of each product and material. */
import { type Requirements, withTheirMaterials } from '#features/products/domain/requirements.ts'
import { incomingQuantity } from '#features/products/server/figures/incoming.ts'
import { promisedQuantity } from '#features/products/server/figures/promised.ts'
import { readRequirements, type StepRequirement } from '#features/products/server/requirements.ts'
import type { Quantity } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
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
  select coalesce(sum(greatest(m.needed_e4 - m.taken_e4, 0)), 0)::bigint
  from task_materials m join tasks t on t.id = m.task_id
  where m.product_id = p.id and m.state = 'WAITING' and t.is_open)`

/** What open tasks, orders at providers and requests that nobody has ordered yet will bring of the product `p`. */
const COMING = sql`(${incomingQuantity(sql`p.id`)}
  + (select coalesce(sum(r.quantity_e4), 0)::bigint from material_requests r where r.product_id = p.id and r.waiting = 'REQUEST' and r.ordered_in is null))`

/**
 * Reads the recipes of products through all levels, in two statements. What the order itself has been promised does not count.
 */
export async function readRecipes(rows: Rows, productIds: readonly number[], orderId: number | null): Promise<Recipes> {
  const requirements = await readRequirements(rows, productIds)
  const ids = [...withTheirMaterials(requirements, productIds)]
  const products = await rows.many<StoredProduct>(sql`
    select p.id, p.name, p.unit, p.usage_type as "usageType", p.service, p.overridable, p.stock_e4 as stock,
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
