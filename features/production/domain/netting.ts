/** Decides what must be made and bought for short goods, through all levels, beside what is on the shelf and on its way. */
import type { Unit, UsageType } from '#features/products/domain/product.ts'
import { fromTopDown, type Material, type Requirements } from '#features/products/domain/requirements.ts'
import { isShort, type Need, totalNeeds } from '#features/stock/domain/availability.ts'
import {
  addQuantity,
  negateQuantity,
  type Quantity,
  smallerQuantity,
  subtractQuantity,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { neededOf } from '#features/products/domain/units.ts'

/** What there is of a product and what others will take of it. */
export type Supply = {
  readonly stock: Quantity
  /** What other orders were promised. */
  readonly promised: Quantity
  /** What open tasks still have to take. */
  readonly awaited: Quantity
  /** What open tasks and open requests will bring. */
  readonly coming: Quantity
}

/** A product as netting needs it. */
export type NettedProduct = Supply & {
  readonly unit: Unit
  readonly usageType: UsageType
  /** A service has no stock and is never short (C-65). */
  readonly service: boolean
  /** True if the product has a recipe. */
  readonly hasSteps: boolean
}

/** How the missing quantity is obtained. `unknown` is a product that is made here, and has no recipe yet. */
export type Way = 'make' | 'buy' | 'unknown'

/** A product of which more is needed than is there and on its way. */
export type NettedRow = {
  readonly productId: number
  readonly way: Way
  readonly needed: Quantity
  readonly missing: Quantity
}

/** Returns what of a product is unclaimed: on the shelf or on its way, and neither promised nor awaited. */
export const unclaimed = ({ stock, promised, awaited, coming }: Supply): Quantity =>
  subtractQuantity(addQuantity(stock, coming), addQuantity(promised, awaited))

/** Returns how a product is obtained. */
export const wayOf = ({ usageType, hasSteps }: Pick<NettedProduct, 'usageType' | 'hasSteps'>): Way =>
  usageType === 'PURCHASED-MATERIAL' ? 'buy' : hasSteps ? 'make' : 'unknown'

/** What exists already for the missing quantity of a product, such as chains of tasks, and what it takes. */
export type Provided = { readonly quantity: Quantity; readonly takes: readonly Need[] }

/** What exists already and is counted before anything is made. */
export type Existing = {
  /** Returns what exists already for the missing quantity of a product. */
  readonly provide: (productId: number, missing: Quantity) => Provided
  /** All materials of what `provide` may return, by product. */
  readonly takes: ReadonlyMap<number, readonly Need[]>
}

const NOTHING: Existing = { provide: () => ({ quantity: ZERO_QUANTITY, takes: [] }), takes: new Map() }

/** Returns the recipes of the products that are made here. */
const madeHere = <M extends Material>(
  products: ReadonlyMap<number, Pick<NettedProduct, 'usageType' | 'hasSteps'>>,
  requirements: Requirements<M>,
): Map<number, readonly M[]> =>
  new Map(
    [...requirements].filter(([id]) => {
      const product = products.get(id)
      return product !== undefined && wayOf(product) === 'make'
    }),
  )

/** Adds to recipes what chains take, so that each product is visited before all of its materials. */
function withTakes(
  made: ReadonlyMap<number, readonly Material[]>,
  takes: ReadonlyMap<number, readonly Need[]>,
  products: ReadonlyMap<number, NettedProduct>,
): Map<number, readonly Material[]> {
  const all = new Map(made)
  for (const [productId, needs] of takes) {
    const edges = needs.map(({ productId: materialId }): Material => {
      const unit = products.get(materialId)?.unit ?? 'Item'
      return { materialId, quantity: ZERO_QUANTITY, unit }
    })
    all.set(productId, [...(all.get(productId) ?? []), ...edges])
  }
  return all
}

/** The products that needs reach through their recipes, each before its materials, and the requirements that are followed. */
export type NeedWalk<M extends Material = Material> = {
  readonly order: readonly number[]
  readonly followed: ReadonlyMap<number, readonly M[]>
}

/** Follows the recipes of what is made here. The ids are visited in their order, and the requirement that closes a cycle is left out. */
export const walkNeeds = <M extends Material>(
  ids: readonly number[],
  products: ReadonlyMap<number, Pick<NettedProduct, 'usageType' | 'hasSteps'>>,
  requirements: Requirements<M>,
): NeedWalk<M> => fromTopDown(madeHere(products, requirements), ids)

/**
 * Returns every product that is needed through all levels, each after those that it is made of, with what is missing of it: 0 if there
 * is enough. `freeOf` returns what of a product may be used; below zero counts as nothing. Each product is visited once, after all
 * that need it: what is free of it is used first, then what exists already, and only the rest is missing. The materials of that rest
 * are needed in the quantities that its tasks will take. Rounding alone makes nothing (C-52).
 */
export function netInOrder<M extends Material>(
  { order, followed }: NeedWalk<M>,
  needs: Iterable<Need>,
  products: ReadonlyMap<number, Pick<NettedProduct, 'unit' | 'usageType' | 'service' | 'hasSteps'>>,
  freeOf: (productId: number) => Quantity,
  existing: Existing = NOTHING,
): NettedRow[] {
  const needed = totalNeeds(needs)
  const add = (productId: number, more: Quantity) =>
    needed.set(productId, addQuantity(needed.get(productId) ?? ZERO_QUANTITY, more))
  const rows: NettedRow[] = []
  for (const productId of order) {
    const product = products.get(productId)
    const need = needed.get(productId) ?? ZERO_QUANTITY
    if (product === undefined || product.service || need === 0) continue
    const free = freeOf(productId)
    // what others lack is not made for this order
    const left = subtractQuantity(free < 0 ? ZERO_QUANTITY : free, need)
    const materials = followed.get(productId) ?? []
    const provided = isShort(left)
      ? existing.provide(productId, negateQuantity(left))
      : { quantity: ZERO_QUANTITY, takes: [] }
    for (const { productId: materialId, quantity } of provided.takes)
      if (materials.some((one) => one.materialId === materialId)) add(materialId, quantity)
    const lacking = addQuantity(left, provided.quantity)
    const missing = isShort(lacking) ? negateQuantity(lacking) : ZERO_QUANTITY
    const way = wayOf(product)
    rows.push({ productId, way, needed: need, missing })
    if (way !== 'make' || missing === 0) continue
    for (const { materialId, quantity, unit } of materials)
      add(materialId, neededOf(missing, quantity, unit, products.get(materialId)?.unit ?? unit))
  }
  return rows.reverse()
}

/**
 * Returns what must be made and bought so that `short` can be delivered, each product after those that it is made of. `kept` are goods
 * that are on the shelf for the same order, and that nothing else may take. Each product is visited once, after all that need it: what is unclaimed of it is used first, then what
 * exists already, and only the rest is made. The materials of that rest are needed in the quantities that its tasks will take. Rounding
 * alone makes nothing (C-52). The order of the needs does not matter. The requirement that closes a cycle is not followed.
 */
export function net<M extends Material>(
  short: Iterable<Need>,
  kept: Iterable<Need>,
  products: ReadonlyMap<number, NettedProduct>,
  requirements: Requirements<M>,
  existing: Existing = NOTHING,
): NettedRow[] {
  const needs = [...short]
  const reserved = totalNeeds(kept)
  const ids = [...totalNeeds(needs).keys()].sort((a, b) => a - b)
  const walk = fromTopDown(withTakes(madeHere(products, requirements), existing.takes, products), ids)
  const freeOf = (id: number): Quantity => {
    const product = products.get(id)
    return product === undefined
      ? ZERO_QUANTITY
      : subtractQuantity(unclaimed(product), reserved.get(id) ?? ZERO_QUANTITY)
  }
  return netInOrder(walk, needs, products, freeOf, existing).filter(({ missing }) => missing > 0)
}

/**
 * Splits the missing quantity of a material among those who take it. The first take what there is, so the parts are counted from
 * the last. Together they are `missing`, as far as the takers need it.
 */
export function missingOfEach<Taker extends { readonly needed: Quantity }>(
  missing: Quantity,
  takers: readonly Taker[],
): { readonly taker: Taker; readonly quantity: Quantity }[] {
  let rest = missing
  const parts: { taker: Taker; quantity: Quantity }[] = []
  for (const taker of takers.toReversed()) {
    const quantity = smallerQuantity(rest, taker.needed)
    if (quantity > 0) parts.push({ taker, quantity })
    rest = subtractQuantity(rest, quantity)
  }
  return parts.reverse()
}
