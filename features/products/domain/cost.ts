/** Computes what a product costs: its own price, or its materials plus the margin. */
import type { Rate, UnitPrice } from '#kernel/money.ts'
import type { UsageType } from './product.ts'
import { type CostLine, costOfMaterials } from './units.ts'

/**
 * Reports whether the cost is computed from the materials. The cost of a purchased material is its price. A product
 * without materials keeps the cost that was entered.
 */
export const isCostComputed = (
  usageType: UsageType,
  steps: readonly { readonly materials: readonly unknown[] }[],
): boolean => usageType !== 'PURCHASED-MATERIAL' && steps.some((step) => step.materials.length > 0)

/** Returns the cost of one unit: the cost of its materials plus the margin in percent, rounded once. */
export const computedCost = (steps: readonly { readonly materials: readonly CostLine[] }[], margin: Rate): UnitPrice =>
  costOfMaterials(
    steps.flatMap(({ materials }) => materials),
    margin,
  )
