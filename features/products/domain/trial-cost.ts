/** Computes what a product would cost with other prices and margins, without changing anything. */
import { costOf, type Quantity, type Rate, sumUnitPrices, type UnitPrice } from '#kernel/money.ts'
import { computedCost, isCostComputed, type Step, type UsageType } from './product.ts'

/** How a product is made, and its stored cost. */
export type Recipe = {
  readonly usageType: UsageType
  readonly cost: UnitPrice
  readonly margin: Rate
  readonly steps: readonly Step[]
}

/** Trial prices and margins by product. All other values are the stored ones. */
export type Trial = {
  readonly costs: ReadonlyMap<number, UnitPrice>
  readonly margins: ReadonlyMap<number, Rate>
}

export type TrialMaterial = {
  readonly materialId: number
  readonly quantity: Quantity
  /** The cost of one unit in the trial. */
  readonly cost: UnitPrice
  readonly sum: UnitPrice
}

export type TrialBreakdown = {
  readonly margin: Rate
  readonly steps: readonly (Step<TrialMaterial> & { readonly sum: UnitPrice })[]
  /** The cost of all materials, before the margin. */
  readonly materialsSum: UnitPrice
  /** The cost of one unit with the margin. */
  readonly total: UnitPrice
}

const followsFromMaterials = (recipe: Recipe): boolean => isCostComputed(recipe.usageType, recipe.steps)

/**
 * Returns a function that gives the cost of one unit in a trial. A trial price comes first. If the trial changes a
 * material or the margin, the cost is computed from that. Otherwise it is the stored cost, so that an empty trial shows
 * the present cost.
 */
export function trialCosts(recipes: ReadonlyMap<number, Recipe>, trial: Trial): (productId: number) => UnitPrice {
  const found = new Map<number, { cost: UnitPrice; tried: boolean }>()
  const costFor = (id: number): { cost: UnitPrice; tried: boolean } => {
    const known = found.get(id)
    if (known) return known
    const recipe = recipes.get(id)
    const stored = { cost: recipe?.cost ?? (0 as UnitPrice), tried: false }
    // A cycle is not followed: a product made of itself has its stored cost.
    found.set(id, stored)
    const tried = trial.costs.get(id)
    const answer = tried === undefined ? recipe && reached(id, recipe) : { cost: tried, tried: true }
    found.set(id, answer ?? stored)
    return answer ?? stored
  }
  const reached = (id: number, recipe: Recipe): { cost: UnitPrice; tried: boolean } | undefined => {
    if (!followsFromMaterials(recipe)) return undefined
    const margin = trial.margins.get(id)
    const steps = recipe.steps.map((step) => ({
      ...step,
      materials: step.materials.map((material) => ({ ...material, ...costFor(material.materialId) })),
    }))
    const isReached = margin !== undefined || steps.some((step) => step.materials.some((material) => material.tried))
    return isReached ? { cost: computedCost(steps, margin ?? recipe.margin), tried: true } : undefined
  }
  return (id) => costFor(id).cost
}

/** Returns the cost of one unit by step and material, or null if the cost is not computed from materials. */
export function breakDownCost(
  productId: number,
  recipes: ReadonlyMap<number, Recipe>,
  trial: Trial,
): TrialBreakdown | null {
  const recipe = recipes.get(productId)
  if (!recipe || !followsFromMaterials(recipe)) return null
  const costFor = trialCosts(recipes, trial)
  const steps = recipe.steps.map((step) => {
    const materials = step.materials.map(({ materialId, quantity }) => {
      const cost = costFor(materialId)
      return { materialId, quantity, cost, sum: costOf(quantity, cost) }
    })
    return { ...step, materials, sum: sumUnitPrices(materials.map((material) => material.sum)) }
  })
  const margin = trial.margins.get(productId) ?? recipe.margin
  return {
    margin,
    steps,
    materialsSum: sumUnitPrices(steps.map((step) => step.sum)),
    total: computedCost(steps, margin),
  }
}
