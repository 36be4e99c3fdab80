/** Products and materials share one table and differ by their usage type. */
import { isWholeQuantity, ONE_UNIT, type Quantity, quantity, roundUpToMultiple, type UnitPrice } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

export const USAGE_TYPES = ['MATERIAL', 'PURCHASED-MATERIAL', 'COMPLETE-PRODUCT'] as const
/** The types of what other products are made of. */
export const MATERIAL_TYPES = [
  'MATERIAL',
  'PURCHASED-MATERIAL',
] as const satisfies readonly (typeof USAGE_TYPES)[number][]
export type UsageType = (typeof USAGE_TYPES)[number]

/** The fields with which programs of the old system create a material. The cost is not seen by everybody who may write it. */
export const MATERIAL_PAYLOAD: readonly string[] = ['name', 'description', 'vat', 'vatClass', 'stock', 'unit']
const MATERIAL_FIELDS: readonly string[] = [...MATERIAL_PAYLOAD, 'costprice']

/**
 * Returns what a new record of a program is if it says nothing of its type: a material that is bought if it has the fields of such a
 * material and no other, and otherwise a product.
 */
export const typeOfNew = (fields: readonly string[]): UsageType =>
  MATERIAL_PAYLOAD.every((name) => fields.includes(name)) && fields.every((name) => MATERIAL_FIELDS.includes(name))
    ? 'PURCHASED-MATERIAL'
    : 'COMPLETE-PRODUCT'

export const UNITS = ['KG', 'Gram', 'Meter', 'CM', 'MM', 'Litter', 'CubicM', 'Item'] as const
export type Unit = (typeof UNITS)[number]

/** Reports whether a product is counted in pieces, which are whole. All other units are measured and have decimals. */
export const isCounted = (unit: string): boolean => unit === 'Item'

/** Reports whether a quantity is possible in a unit: pieces are whole. */
export const isWholeIn = (unit: string, amount: Quantity): boolean => !isCounted(unit) || isWholeQuantity(amount)

/** Returns an amount that is not negative; of goods that are counted, the next whole number of pieces. */
export const inWholePieces = (unit: string, amount: Quantity): Quantity =>
  isCounted(unit) ? roundUpToMultiple(amount, ONE_UNIT) : amount

/** Reports whether the parts of a quantity are whole: pieces stay whole unless the quantity itself divides one. */
export const hasWholeParts = (unit: string, all: Quantity): boolean => isCounted(unit) && isWholeQuantity(all)

/** The units that a form offers for a material. A material already stored in grams keeps its unit (C-37). */
export const MATERIAL_UNITS = ['KG', 'Meter', 'CM', 'MM', 'Litter', 'CubicM', 'Item'] as const satisfies readonly Unit[]

/** The most minutes that a step takes for one unit (C-82): a week, day and night. */
export const MOST_MINUTES = quantity(10_080_0000)

/** The section of a new step. */
export const DEFAULT_SECTION = 'GEMISMA'

/** A line of a recipe as it is written: without a unit it is in the unit of the material. */
export type WrittenMaterial = {
  readonly materialId: number
  readonly quantity: Quantity
  readonly unit?: Unit | undefined
}

/** One step of making a product: the work of one section, with the quantity of each material for one unit. */
export type Step<M = WrittenMaterial> = {
  readonly seq: number
  readonly section: string
  /** The minutes of work for one unit (C-82); null if they are not known. Left out, a change keeps those that are stored. */
  readonly minutes?: Quantity | null | undefined
  readonly materials: readonly M[]
}

/** Refuses steps that do not start with 1, and a number used twice. */
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

/** Refuses a negative cost, and a purchased material without a cost. */
export const whyNotCost = (usageType: UsageType, costPrice: UnitPrice | null | undefined): Refusal | null =>
  (costPrice ?? 0) < 0 || (costPrice === null && usageType === 'PURCHASED-MATERIAL')
    ? refusal('refused', 'products.wrong-cost', { fields: { costPrice: 'products.wrong-cost' } })
    : null

/** What a product must not be or have if it is a service, which has no stock. */
export type ServiceFacts = {
  readonly service: boolean
  readonly lendable: boolean
  /** True if an order, a recipe, a loan or the ledger names the product. */
  readonly used: boolean
}

/** Refuses a service that is lent, and a change between goods and service once something names the product. */
export function whyNotService(after: ServiceFacts, before: Pick<ServiceFacts, 'service'>): Refusal | null {
  if (after.service && after.lendable)
    return refusal('refused', 'products.service-lent', { fields: { service: 'products.service-lent' } })
  return after.service !== before.service && after.used
    ? refusal('refused', 'products.service-used', { fields: { service: 'products.service-used' } })
    : null
}

/** Where a product lies, from the large to the small. */
export type Place = { readonly storePart: string; readonly storeFloor: string; readonly shelf: string }

/** Returns the parts of a place that are known: the part of the store, the floor, the shelf. */
export const placeOf = ({ storePart, storeFloor, shelf }: Place): readonly string[] =>
  [storePart, storeFloor, shelf].filter((part) => part !== '')
