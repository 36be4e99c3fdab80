/** Products and materials: one kind of thing, told apart by what it is used for. */
import { costOf, priceWithPercent, type Quantity, type Rate, sumUnitPrices, type UnitPrice } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

export const USAGE_TYPES = ['MATERIAL', 'PURCHASED-MATERIAL', 'COMPLETE-PRODUCT'] as const
export type UsageType = (typeof USAGE_TYPES)[number]

export const UNITS = ['KG', 'Gram', 'Meter', 'CM', 'MM', 'Litter', 'CubicM', 'Item'] as const
export type Unit = (typeof UNITS)[number]

/** Units a form offers for a material; one stored in grams all the same is kept (ruling C-37). */
export const MATERIAL_UNITS: readonly Unit[] = UNITS.filter((unit) => unit !== 'Gram')

/** VAT rates valid on products (ruling C-36). */
export const PRODUCT_VAT_RATES = [2400, 1300, 600, 1700, 900, 400, 0] as readonly number[] as readonly Rate[]

/** The section of a new step. */
export const DEFAULT_SECTION = 'GEMISMA'

/** One step of making a product: the work of one section, and what one unit takes of each material. */
export type Step<M = { readonly materialId: number; readonly quantity: Quantity }> = {
  readonly seq: number
  readonly section: string
  readonly materials: readonly M[]
}

/** Steps are numbered from 1, each number once. */
export function whyNotSteps(steps: readonly Step[]): Refusal | null {
  const [first] = steps
  if (first && first.seq !== 1)
    return refusal('refused', 'products.first-step', { fields: { steps: 'products.first-step' } })
  const seen = new Set<number>()
  for (const { seq } of steps) {
    if (seen.has(seq)) return refusal('refused', 'products.step-twice', { seq })
    seen.add(seq)
  }
  return null
}

/** A cost is never negative, and a purchased material has one. */
export const whyNotCost = (usageType: UsageType, costPrice: UnitPrice | null | undefined): Refusal | null =>
  (costPrice ?? 0) < 0 || (costPrice === null && usageType === 'PURCHASED-MATERIAL')
    ? refusal('refused', 'products.wrong-cost', { fields: { costPrice: 'products.wrong-cost' } })
    : null

/**
 * Whether the cost follows from the materials. That of a purchased material is what was paid for it; one without
 * materials has nothing to follow from and keeps what was entered.
 */
export const isCostComputed = (usageType: UsageType, steps: readonly Step<unknown>[]): boolean =>
  usageType !== 'PURCHASED-MATERIAL' && steps.some((step) => step.materials.length > 0)

/** Cost of one unit: what its materials cost, plus the margin percent. */
export function computedCost(
  steps: readonly Step<{ readonly quantity: Quantity; readonly cost: UnitPrice }>[],
  margin: Rate,
): UnitPrice {
  const parts = steps.flatMap((step) => step.materials.map(({ quantity, cost }) => costOf(quantity, cost)))
  return priceWithPercent(sumUnitPrices(parts), margin)
}
