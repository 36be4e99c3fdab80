/** Reads what making the short products of some lines takes, for the order form and the planning. */
import { productsRights } from '#features/products/domain/rights.ts'
import { readRequirements } from '#features/products/server/requirements.ts'
import { may } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type Need, shortages } from '../domain/availability.ts'
import { missingMaterials } from '../domain/contract.ts'
import { type MaterialNeeds, materialNeeds, type StoredMaterial } from '../domain/material-needs.ts'

const readProducts = (rows: Rows, ids: readonly number[]): Promise<StoredMaterial[]> =>
  rows.many<StoredMaterial>(sql`
    select id, name, sku, unit, usage_type as "usageType", stock_e4 as stock, service, cost_price_e4 as cost
    from products where id = any(${[...ids]}::bigint[])`)

/**
 * Returns the missing materials of some lines with their costs. It takes two statements, and one for each level of
 * the recipes.
 */
export async function readMaterialNeeds(rows: Rows, lines: readonly Need[]): Promise<MaterialNeeds> {
  const wanted = await readProducts(rows, [...new Set(lines.map((line) => line.productId))])
  const products = new Map(wanted.map((product) => [product.id, product]))
  const known = lines.filter((line) => products.has(line.productId))
  const short = shortages(known, products)
  if (short.length === 0) return { short: [], materials: [], cycles: [] }
  const requirements = await readRequirements(
    rows,
    short.map((shortage) => shortage.productId),
  )
  const materialIds = [...requirements.values()].flat().map((requirement) => requirement.materialId)
  const materials = await readProducts(
    rows,
    [...new Set(materialIds)].filter((id) => !products.has(id)),
  )
  for (const material of materials) products.set(material.id, material)
  return materialNeeds(known, products, requirements)
}

/** Returns the missing materials of some lines, with costs for people with the right to see them. */
export const missingMaterialsQuery = query(missingMaterials, async ({ rows, actor }, { lines }) => {
  const needs = await readMaterialNeeds(
    rows,
    lines.map(([productId, quantity]) => ({ productId, quantity })),
  )
  const seesCosts = may(actor, productsRights.cost)
  return {
    short: [...needs.short],
    materials: needs.materials.map((material) => ({
      ...material,
      uses: [...material.uses],
      ...(seesCosts ? {} : { cost: null, missingCost: null }),
    })),
    cycles: needs.cycles.map((cycle) => [...cycle]),
  }
})
