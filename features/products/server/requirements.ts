import type { Quantity, UnitPrice } from '#kernel/money.ts'
import { columnOf } from '#server/db/column-of.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Unit } from '../domain/product.ts'
import type { Material, Requirements } from '../domain/requirements.ts'

/** A material of a product, with the step that takes it. */
export type StepRequirement = Material & { readonly seq: number; readonly section: string }

/** Reads the direct requirements of products. Their number is known to the database, so it chooses the right index. */
const readEdges = (rows: Rows, ids: readonly number[]): Promise<(StepRequirement & { productId: number })[]> =>
  rows.many(sql`
    select m.product_id as "productId", m.material_id as "materialId", m.quantity_e4 as quantity, m.unit,
      s.seq, s.section
    from requirement_materials m join requirement_steps s on s.product_id = m.product_id and s.seq = m.seq
    where m.product_id = any(${[...ids]}::bigint[]) and s.product_id = any(${[...ids]}::bigint[])
    order by m.product_id, m.seq, m.line_no`)

/**
 * Reads the requirements of products through all levels, each level in one statement. Cycles end the reading too. A single recursive
 * statement would read the recipes of most products, because the database expects that it finds far more of them than there are.
 */
export async function readRequirements(
  rows: Rows,
  productIds: readonly number[],
): Promise<Map<number, StepRequirement[]>> {
  const requirements = new Map<number, StepRequirement[]>()
  const reached = new Set(productIds)
  let level = [...reached]
  while (level.length > 0) {
    const edges = await readEdges(rows, level)
    for (const { productId, ...requirement } of edges) {
      const materials = requirements.get(productId) ?? []
      materials.push(requirement)
      requirements.set(productId, materials)
    }
    level = [...new Set(edges.map(({ materialId }) => materialId))].filter((id) => !reached.has(id))
    for (const id of level) reached.add(id)
  }
  return requirements
}

/**
 * Reads the direct materials of every product, by columns. For many products this is much cheaper than
 * `readRequirements`, which finds the needed rows one by one. The cost grows with the recipes, and not with the orders.
 */
export async function readAllRequirements(rows: Rows): Promise<Requirements> {
  const { products, materials, quantities, units } = await rows.one<{
    products: number[]
    materials: number[]
    quantities: Quantity[]
    units: Unit[]
  }>(sql`
    select ${columnOf(sql`product_id`)} as products, ${columnOf(sql`material_id`)} as materials,
      ${columnOf(sql`quantity_e4`)} as quantities, ${columnOf(sql`unit`)} as units
    from requirement_materials`)
  const requirements = new Map<number, Material[]>()
  for (const [at, productId] of products.entries()) {
    const material = { materialId: materials[at], quantity: quantities[at], unit: units[at] } as Material
    const others = requirements.get(productId)
    if (others) others.push(material)
    else requirements.set(productId, [material])
  }
  return requirements
}

export type StepMaterial = {
  readonly materialId: number
  readonly name: string
  readonly sku: string
  readonly quantity: Quantity
  /** The unit of the quantity. */
  readonly unit: Unit
  /** The unit of the material, for which its cost and its stock are. */
  readonly materialUnit: Unit
  readonly cost: UnitPrice
  readonly stock: Quantity
  readonly lendable: boolean
}

export type StoredStep = {
  readonly seq: number
  readonly section: string
  /** The minutes of work for one unit (C-82); null if they are not known. */
  readonly minutes: Quantity | null
  readonly materials: readonly StepMaterial[]
}

/** The materials of the step `s` as a JSON list in the order of the recipe, with the present data of each. */
export const materialsOfStep = sql`coalesce((
  select json_agg(json_build_object('materialId', m.id, 'name', m.name, 'sku', m.sku, 'quantity', r.quantity_e4,
    'unit', r.unit, 'materialUnit', m.unit, 'cost', m.cost_price_e4, 'stock', m.stock_e4, 'lendable', m.lendable)
    order by r.line_no)
  from requirement_materials r join products m on m.id = r.material_id
  where r.product_id = s.product_id and r.seq = s.seq), '[]'::json)`

/** Returns the steps of one product with the present data of their materials. */
export async function readSteps(rows: Rows, productId: number): Promise<StoredStep[]> {
  return rows.many<StoredStep>(sql`
    select s.seq, s.section, s.minutes_e4 as minutes, ${materialsOfStep} as materials
    from requirement_steps s where s.product_id = ${productId} order by s.seq`)
}

/**
 * The direct materials of a product with their average and cost prices, as a JSON list in SQL; empty for a product whose cost does not
 * follow from its materials (`isCostComputed`).
 */
export const costedMaterials = (product: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('quantity', r.quantity_e4, 'unit', r.unit, 'materialUnit', m.unit,
    'average', m.average_cost_e8, 'costPrice', m.cost_price_e4)), '[]'::json)
  from requirement_materials r join products m on m.id = r.material_id
  where r.product_id = ${product} and exists (
    select from products made where made.id = ${product} and made.usage_type <> 'PURCHASED-MATERIAL'))`
