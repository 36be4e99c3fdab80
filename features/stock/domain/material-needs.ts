/** Computes what making the short products of some lines takes: each material with its stock and its uses. */
import type { Unit, UsageType } from '#features/products/domain/product.ts'
import { expandRequirements, type Material, type Requirements } from '#features/products/domain/requirements.ts'
import {
  addQuantity,
  type Cents,
  lineTotal,
  negateQuantity,
  type Quantity,
  subtractQuantity,
  type UnitPrice,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { isShort, type Need, type Shortage, shortages, totalNeeds } from './availability.ts'

/** The origin of a material: purchased, made by known steps, or made here by steps that are not entered yet. */
export type Origin = 'purchased' | 'made' | 'unknown'

export type StoredMaterial = {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly unit: Unit
  readonly usageType: UsageType
  readonly stock: Quantity
  readonly service?: boolean | undefined
  readonly cost: UnitPrice
}

/** A use of a material: a step of a product or, without a product, an order line itself. */
export type MaterialUse = {
  readonly productId: number | null
  readonly name: string
  readonly seq: number | null
  readonly section: string
  readonly quantity: Quantity
}

type Named = Pick<StoredMaterial, 'name' | 'sku' | 'unit'> & { readonly productId: number; readonly origin: Origin }

export type MaterialNeed = Named & {
  readonly needed: Quantity
  readonly stock: Quantity
  /** Stock less the needed quantity. */
  readonly available: Quantity
  readonly short: boolean
  readonly cost: UnitPrice
  /** The cost of buying the missing quantity. Null if it is not missing or not purchased. */
  readonly missingCost: Cents | null
  readonly uses: readonly MaterialUse[]
}

export type MaterialNeeds = {
  readonly short: readonly (Named & Shortage)[]
  readonly materials: readonly MaterialNeed[]
  /** The cycles by which a product would be made of itself, as product names. */
  readonly cycles: readonly (readonly string[])[]
}

type StepRequirement = Material & { readonly seq: number; readonly section: string }

const originOf = ({ id, usageType }: StoredMaterial, requirements: Requirements): Origin =>
  usageType === 'PURCHASED-MATERIAL' ? 'purchased' : requirements.has(id) ? 'made' : 'unknown'

/**
 * Returns the materials for making the short products, through all levels, missing ones first. Every level counts in
 * full, even if a material made here is in stock. A short product without steps is needed itself. A material that the
 * lines also sell is needed for both.
 */
export function materialNeeds(
  lines: readonly Need[],
  products: ReadonlyMap<number, StoredMaterial>,
  requirements: Requirements<StepRequirement>,
): MaterialNeeds {
  const known = new Map([...requirements].filter(([id]) => products.get(id)?.usageType !== 'PURCHASED-MATERIAL'))
  const wanted = totalNeeds(lines)
  const short = shortages(lines, products)
  const { totals, cycles } = expandRequirements(
    known,
    short.map(({ productId, missing }) => ({ productId, quantity: missing })),
    (id) => products.get(id)?.unit,
  )
  const nameOf = (id: number) => products.get(id)?.name ?? String(id)

  const needOf = (product: StoredMaterial): MaterialNeed => {
    const total = totals.get(product.id)
    const uses: MaterialUse[] = (total?.uses ?? []).map(({ productId: taker, requirement, quantity }) => {
      const { seq, section } = requirement
      return { productId: taker, name: nameOf(taker), seq, section, quantity }
    })
    const sold = wanted.get(product.id)
    if (sold !== undefined) uses.unshift({ productId: null, name: '', seq: null, section: '', quantity: sold })
    const needed = addQuantity(total?.quantity ?? ZERO_QUANTITY, sold ?? ZERO_QUANTITY)
    const available = subtractQuantity(product.stock, needed)
    const lacks = isShort(available)
    const origin = originOf(product, known)
    const { id: productId, name, sku, unit, stock, cost } = product
    const missingCost = lacks && origin === 'purchased' ? lineTotal(negateQuantity(available), cost) : null
    return { productId, name, sku, unit, origin, needed, stock, available, short: lacks, cost, missingCost, uses }
  }

  const unmade = short.map(({ productId }) => productId).filter((id) => !known.has(id))
  const materials = [...new Set([...unmade, ...totals.keys()])].flatMap((id) => {
    const product = products.get(id)
    return product ? [needOf(product)] : []
  })
  return {
    short: short.flatMap((shortage) => {
      const product = products.get(shortage.productId)
      if (!product) return []
      const { name, sku, unit } = product
      return [{ ...shortage, name, sku, unit, origin: originOf(product, known) }]
    }),
    materials: [...materials.filter((one) => one.short), ...materials.filter((one) => !one.short)],
    cycles: cycles.map((cycle) => cycle.map(nameOf)),
  }
}
