/** Reads the cost of a product, with trial prices of its materials. */
import type { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Step } from '../domain/product.ts'
import { type TrialCost, trialCost } from '../domain/trial-contract.ts'
import { breakDownCost, type Recipe, type TrialMaterial } from '../domain/trial-cost.ts'
import { readRequirements, type StepRequirement } from './requirements.ts'

type ProductRow = Omit<TrialCost['product'], 'computed'> & Pick<Recipe, 'margin'>

const readProducts = (rows: Rows, ids: readonly number[]): Promise<ProductRow[]> =>
  rows.many<ProductRow>(sql`
    select id, name, sku, provsku, epsilon_code as "epsilonCode", barcode, category, description, photos, unit,
      usage_type as "usageType", sales_price_e4 as "salesPrice", cost_price_e4 as cost, cost_margin_bp as margin
    from products where id = any(${[...ids]}::bigint[])`)

function stepsOf(requirements: readonly StepRequirement[]): Step<StepRequirement>[] {
  const steps = new Map<number, { seq: number; section: string; materials: StepRequirement[] }>()
  for (const requirement of requirements) {
    const { seq, section } = requirement
    const step = steps.get(seq) ?? { seq, section, materials: [] }
    step.materials.push(requirement)
    steps.set(seq, step)
  }
  return [...steps.values()]
}

export const trialCostQuery = query(trialCost, async ({ rows }, { productId, costs, margins }) => {
  const requirements = await readRequirements(rows, [productId])
  const ids = new Set([productId, ...[...requirements.values()].flat().map((requirement) => requirement.materialId)])
  const products = new Map((await readProducts(rows, [...ids])).map((product) => [product.id, product]))
  const product = products.get(productId) ?? refuse('missing', 'products.missing', { productId })
  const recipes = new Map(
    [...products].map(([id, row]): [number, Recipe] => [id, { ...row, steps: stepsOf(requirements.get(id) ?? []) }]),
  )
  const broken = breakDownCost(productId, recipes, {
    costs: new Map(costs.map((one) => [one.productId, one.cost])),
    margins: new Map(margins.map((one) => [one.productId, one.margin])),
  })
  const { margin: storedMargin, ...shown } = product
  return {
    product: { ...shown, computed: broken !== null },
    margin: broken?.margin ?? storedMargin,
    storedMargin,
    materialsSum: broken?.materialsSum ?? product.cost,
    total: broken?.total ?? product.cost,
    steps: (broken?.steps ?? []).map((step) => ({
      ...step,
      materials: step.materials.flatMap((material) => showMaterial(material, products, requirements)),
    })),
  }
})

type ShownMaterial = z.input<typeof trialCost.output>['steps'][number]['materials'][number]

function showMaterial(
  material: TrialMaterial,
  products: ReadonlyMap<number, ProductRow>,
  requirements: ReadonlyMap<number, readonly StepRequirement[]>,
): ShownMaterial[] {
  const product = products.get(material.materialId)
  if (!product) return []
  const { name, sku, usageType, cost: storedCost } = product
  const made = usageType !== 'PURCHASED-MATERIAL' && requirements.has(material.materialId)
  return [{ ...material, name, sku, usageType, storedCost, made }]
}
