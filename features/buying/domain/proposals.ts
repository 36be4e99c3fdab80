/** Decides what has to be bought: the needs of all open orders and tasks, reorder points and requests, less what is there and coming. */
import { neededOf } from '#features/products/domain/units.ts'
import type { Unit, UsageType } from '#features/products/domain/product.ts'
import { fromTopDown, type Material, type Requirements } from '#features/products/domain/requirements.ts'
import { isShort } from '#features/stock/domain/availability.ts'
import {
  addQuantity,
  negateQuantity,
  type Quantity,
  subtractQuantity,
  sumQuantities,
  ZERO_QUANTITY,
} from '#kernel/money.ts'

/** What there is of a product, and what is needed of it. */
export type Goods = {
  readonly unit: Unit
  readonly usageType: UsageType
  /** A service has no stock and is never bought here (C-65). */
  readonly service: boolean
  readonly stock: Quantity
  /** What open orders will take from the stock. */
  readonly promised: Quantity
  /** What open tasks still have to take. */
  readonly awaited: Quantity
  /** What open tasks and orders at providers will bring. */
  readonly coming: Quantity
  /** The quantity that should always be there; null if there is no reorder point. */
  readonly reorderPoint: Quantity | null
  /** What open requests ask for beside the needs of orders and tasks. */
  readonly wanted: Quantity
}

/** The sum by which a purchase is proposed: `reorder + wanted + orders - shelf - coming = missing`, and `missing` is never negative. */
export type ProposalSum = {
  readonly productId: number
  readonly reorder: Quantity
  readonly wanted: Quantity
  /** What open orders and tasks need, through all levels of the recipes. */
  readonly orders: Quantity
  readonly shelf: Quantity
  readonly coming: Quantity
  readonly missing: Quantity
}

const isBought = ({ usageType }: Goods): boolean => usageType === 'PURCHASED-MATERIAL'

/** Returns how much of a product is missing: 0 if there is enough. Rounding alone makes nothing missing (C-52). */
function missingOf({ stock, coming }: Goods, demand: Quantity): Quantity {
  const left = subtractQuantity(addQuantity(stock, coming), demand)
  return isShort(left) ? negateQuantity(left) : ZERO_QUANTITY
}

/**
 * Returns the sum of each purchased product that somebody needs, in the order of their ids. A product that is made here is needed as
 * far as it is neither in stock nor in production; its materials are then needed in the quantities that its tasks will take. Each
 * product is visited once, after all that need it, so nothing is counted twice. The requirement that closes a cycle is not followed.
 */
export function proposalSums<M extends Material>(
  goods: ReadonlyMap<number, Goods>,
  requirements: Requirements<M>,
): ProposalSum[] {
  // a purchased material is not produced, even if it still has a recipe from the time when it was
  const made = new Map(
    [...requirements].filter(([id]) => {
      const product = goods.get(id)
      return product !== undefined && !isBought(product)
    }),
  )
  const needed = new Map<number, Quantity>()
  const add = (id: number, more: Quantity) => needed.set(id, addQuantity(needed.get(id) ?? ZERO_QUANTITY, more))
  for (const [id, { promised, awaited }] of goods) add(id, addQuantity(promised, awaited))
  const { order, followed } = fromTopDown(
    made,
    [...goods.keys()].toSorted((a, b) => a - b),
  )
  const sums: ProposalSum[] = []
  for (const productId of order) {
    const product = goods.get(productId)
    if (product === undefined || product.service) continue
    const orders = needed.get(productId) ?? ZERO_QUANTITY
    if (isBought(product)) {
      const { reorderPoint, wanted, stock: shelf, coming } = product
      const reorder = reorderPoint ?? ZERO_QUANTITY
      const missing = missingOf(product, addQuantity(addQuantity(reorder, wanted), orders))
      sums.push({ productId, reorder, wanted, orders, shelf, coming, missing })
      continue
    }
    const missing = missingOf(product, orders)
    if (missing === 0) continue
    for (const { materialId, quantity, unit } of followed.get(productId) ?? [])
      add(materialId, neededOf(missing, quantity, unit, goods.get(materialId)?.unit ?? unit))
  }
  return sums.toSorted((a, b) => a.productId - b.productId)
}

/**
 * Returns what to ask for of each product: what is missing less what open requests ask for already, which is part of what is missing.
 * Products of which nothing is left to ask for are not in the answer.
 */
export function quantitiesToAsk(
  sums: readonly Pick<ProposalSum, 'productId' | 'missing'>[],
  open: readonly { readonly productId: number; readonly quantity: Quantity }[],
): { productId: number; quantity: Quantity }[] {
  return sums.flatMap(({ productId, missing }) => {
    const asked = sumQuantities(open.filter((one) => one.productId === productId).map(({ quantity }) => quantity))
    const quantity = subtractQuantity(missing, asked)
    return isShort(negateQuantity(quantity)) ? [{ productId, quantity }] : []
  })
}
