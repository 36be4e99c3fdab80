/** Computes what a product costs: its own price, or its materials plus the margin. */
import { LIMITS, type Rate, type UnitPrice } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
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

/** Refuses to enter a cost that follows from materials. */
export const whyNotEntered = ({
  computed,
  name,
}: {
  readonly computed: boolean
  readonly name: string
}): Refusal | null => (computed ? refusal('refused', 'products.cost-computed', { name }) : null)

/** Returns the cost of one unit: the cost of its materials plus the margin in percent, rounded once. */
export const computedCost = (steps: readonly { readonly materials: readonly CostLine[] }[], margin: Rate): UnitPrice =>
  costOfMaterials(
    steps.flatMap(({ materials }) => materials),
    margin,
  )

/** Reports whether a cost is beyond the limit of prices, which holds for entered and computed costs alike. */
export const isCostTooLarge = (cost: UnitPrice): boolean => cost > LIMITS.unitPrice

/** Refuses to store a cost beyond the limit of prices. */
export const whyNotSoLarge = (name: string, cost: UnitPrice): Refusal | null =>
  isCostTooLarge(cost) ? refusal('refused', 'products.cost-too-large', { name }) : null
