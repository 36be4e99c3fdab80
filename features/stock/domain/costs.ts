/**
 * Values the stock at its average cost. The value of a stock is the sum of the costs of its movements. It is above zero only while the
 * stock is, zero without stock, and below zero for goods that left before they came.
 */
import type { Unit } from '#features/products/domain/product.ts'
import { averageOfMaterials } from '#features/products/domain/units.ts'
import {
  type AverageCost,
  averageFromPrice,
  averageOf,
  shareOfCents,
  valueAt,
} from '#features/products/domain/average-cost.ts'
import {
  addCents,
  addQuantity,
  type Cents,
  type Quantity,
  type Rate,
  subtractCents,
  type UnitPrice,
  ZERO_CENTS,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import type { COST_REASONS } from './movement.ts'

/** A stock with its value and its average cost. Both are null while no cost of the product is known. */
export type CostedStock = {
  readonly stock: Quantity
  readonly value: Cents | null
  readonly average: AverageCost | null
}

/** A row of the ledger, with the stock, the value and the average after it. */
export type CostedRow = {
  /** Null for the movement itself. */
  readonly reason: (typeof COST_REASONS)[number] | null
  readonly quantity: Quantity
  /** The change of the value; null while no cost is known. */
  readonly cost: Cents | null
  readonly after: CostedStock
}

/** A stock of which the cost is known. */
type Valued = { readonly stock: Quantity; readonly value: Cents; readonly average: AverageCost }

type Moved = {
  readonly quantity: Quantity
  /** The cost of all of it, if the movement has one of its own, with the sign of the quantity. */
  readonly cost: Cents | null
}

/** The cost price of a product as an average; null if it has none. */
const averageOfPrice = (price: UnitPrice): AverageCost | null => (price > 0 ? averageFromPrice(price) : null)

/**
 * Returns the rows that a movement writes: itself, before it an opening cost if the cost of the product becomes known with it, and after
 * it a price difference if what came or went costs something else than the stock that is left can be worth.
 */
export function costMovement(before: CostedStock, moved: Moved, costPrice: UnitPrice): CostedRow[] {
  const rows: CostedRow[] = []
  const valued = valuedStock(before, moved, costPrice)
  if (valued === null) {
    const stock = addQuantity(before.stock, moved.quantity)
    return [{ reason: null, quantity: moved.quantity, cost: null, after: { stock, value: null, average: null } }]
  }
  if (before.average === null && valued.stock !== 0)
    rows.push({ reason: 'opening-cost', quantity: ZERO_QUANTITY, cost: valued.value, after: valued })
  const after = afterMovement(valued, moved)
  // a movement without a cost of its own costs what changes the value
  const cost = moved.cost ?? subtractCents(after.value, valued.value)
  const paid: Valued = { ...after, value: addCents(valued.value, cost) }
  rows.push({ reason: null, quantity: moved.quantity, cost, after: paid })
  if (paid.value !== after.value)
    rows.push({
      reason: 'price-difference',
      quantity: ZERO_QUANTITY,
      cost: subtractCents(after.value, paid.value),
      after,
    })
  return rows
}

/**
 * Returns the stock before a movement with its value. A cost that is not known yet becomes the one of what moves, or else the cost price
 * of the product. Goods for free say nothing about a cost. Null if no cost is known.
 */
function valuedStock({ stock, value, average }: CostedStock, moved: Moved, costPrice: UnitPrice): Valued | null {
  if (average !== null) return { stock, value: value ?? valueAt(stock, average), average }
  const first = moved.cost ? averageOf(moved.cost, moved.quantity) : averageOfPrice(costPrice)
  return first === null || first < 0 ? null : { stock, value: valueAt(stock, first), average: first }
}

/** Returns the stock after a movement, with the value that it can have. */
function afterMovement(before: Valued, { quantity, cost }: Moved): Valued {
  const { average } = before
  const stock = addQuantity(before.stock, quantity)
  const at = (one: AverageCost): Valued => ({ stock, value: valueAt(stock, one), average: one })
  if (cost === null || stock === 0) return at(average)
  // what goes below zero, or comes above it, is worth what it costs itself
  const crosses = stock < 0 !== before.stock < 0
  const own = averageOf(cost, quantity)
  if (crosses) return at(own < 0 ? average : own)
  // goods that left before they came stay worth what they left at, until they have come
  if (stock < 0) return at(average)
  const value = addCents(before.value, cost)
  // as much is taken back as all the goods on the shelf are worth, or more
  if (cost < 0 && value <= 0) return at(average)
  return { stock, value, average: averageOf(value, stock) }
}

/** A material of a recipe with its cost: its average in stock, or else its cost price. */
export type CostedMaterial = {
  readonly quantity: Quantity
  readonly unit: Unit
  readonly materialUnit: Unit
  readonly average: AverageCost | null
  readonly costPrice: UnitPrice
}

/** Returns what `count` pieces cost by their recipe, plus the margin of the product as in its cost price; null without a recipe. */
export function costByRecipe(count: Quantity, materials: readonly CostedMaterial[], margin: Rate): Cents | null {
  if (materials.length === 0) return null
  const priced = materials.map((material) => ({
    ...material,
    average: material.average ?? averageFromPrice(material.costPrice),
  }))
  return valueAt(count, averageOfMaterials(priced, margin))
}

/** What earlier movements of a product moved together and what it cost; `cost` is null if that of one is not known. */
export type Earlier = { readonly quantity: Quantity; readonly cost: Cents | null }

/**
 * Divides the cost of earlier movements among quantities that take them back, so that all of them together cost exactly as much. What is
 * more than the earlier movements, or has unknown costs, gets null.
 */
export function costsTakenBack({ quantity, cost }: Earlier, back: readonly Quantity[]): (Cents | null)[] {
  let left = { quantity, cost: cost ?? ZERO_CENTS }
  return back.map((count) => {
    const isPart = left.quantity < 0 !== count < 0 && Math.abs(count) <= Math.abs(left.quantity)
    if (cost === null || count === 0 || !isPart) return null
    const share = shareOfCents(left.cost, count, left.quantity)
    left = { quantity: addQuantity(left.quantity, count), cost: addCents(left.cost, share) }
    return share
  })
}
