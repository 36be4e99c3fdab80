/** Computes what a product would cost with other prices and margins, without changing anything. */
import type { Quantity, Rate, UnitPrice } from '#kernel/money.ts'
import { computedCost, isCostComputed } from './cost.ts'
import { type Step, type Unit, type UsageType } from './product.ts'
import type { Material } from './requirements.ts'
import { costOfMaterials } from './units.ts'

/** How a product is made, and its stored cost. */
export type Recipe = {
  readonly usageType: UsageType
  /** The unit of the product, for which its cost is. */
  readonly unit: Unit
  readonly cost: UnitPrice
  readonly margin: Rate
  readonly steps: readonly Step<Material>[]
}

/** Trial prices and margins by product. All other values are the stored ones. */
export type Trial = {
  readonly costs: ReadonlyMap<number, UnitPrice>
  readonly margins: ReadonlyMap<number, Rate>
}

export type TrialMaterial = {
  readonly materialId: number
  readonly quantity: Quantity
  /** The unit of the quantity. */
  readonly unit: Unit
  /** The unit of the material, for which the cost is. */
  readonly materialUnit: Unit
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

/** Returns the unit of a material, or that of its recipe line if the material is unknown. */
const unitIn = (recipes: ReadonlyMap<number, Recipe>, { materialId, unit }: Material): Unit =>
  recipes.get(materialId)?.unit ?? unit

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
      materials: step.materials.map((material) => ({
        ...material,
        ...costFor(material.materialId),
        materialUnit: unitIn(recipes, material),
      })),
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
    const materials = step.materials.map((material) => {
      const { materialId, quantity, unit } = material
      const line = { quantity, unit, materialUnit: unitIn(recipes, material), cost: costFor(materialId) }
      return { materialId, ...line, sum: costOfMaterials([line]) }
    })
    return { ...step, materials, sum: costOfMaterials(materials) }
  })
  const margin = trial.margins.get(productId) ?? recipe.margin
  return {
    margin,
    steps,
    materialsSum: costOfMaterials(steps.flatMap((step) => step.materials)),
    total: computedCost(steps, margin),
  }
}
