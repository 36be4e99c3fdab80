/** Computes the totals of an order (C-47): each line is rounded, and totals are the sums of rounded lines. */
import {
  addCents,
  type Cents,
  lineTotal,
  multiplyExact,
  exactQuantity,
  roundQuantity,
  percentOf,
  type Quantity,
  type Rate,
  subtractCents,
  sumCents,
  subtractUnitPrice,
  sumQuantities,
  type UnitPrice,
  unitPrice,
} from '#kernel/money.ts'
import type { Unit } from '#features/products/domain/product.ts'
import { costOfMaterials, exactIn, type Measured } from '#features/products/domain/units.ts'

export type LineAmounts = { readonly total: Cents; readonly vatAmount: Cents }

/** Returns line total and line VAT, each rounded half away from zero to the cent. */
export function lineAmounts(line: { quantity: Quantity; salesPrice: UnitPrice; vat: Rate }): LineAmounts {
  const total = lineTotal(line.quantity, line.salesPrice)
  return { total, vatAmount: percentOf(total, line.vat) }
}

export type OrderTotals = {
  /** The number of lines (C-48). */
  readonly lineCount: number
  /** The sum of the quantities. */
  readonly quantity: Quantity
  readonly products: Cents
  readonly vat: Cents
  readonly total: Cents
}

export function orderTotals(lines: readonly (LineAmounts & { quantity: Quantity })[]): OrderTotals {
  const products = sumCents(lines.map((line) => line.total))
  const vat = sumCents(lines.map((line) => line.vatAmount))
  return {
    lineCount: lines.length,
    quantity: sumQuantities(lines.map((line) => line.quantity)),
    products,
    vat,
    total: addCents(products, vat),
  }
}

/** Returns the margin of a line, negative if the line costs more than it earns. */
export const lineMargin = (line: { quantity: Quantity; costPrice: UnitPrice; total: Cents }): Cents =>
  subtractCents(line.total, lineTotal(line.quantity, line.costPrice))

/** Reports whether a line costs more than it earns. Such a line is shown in red. */
export const soldBelowCost = (line: { costPrice: UnitPrice; salesPrice: UnitPrice }): boolean =>
  line.costPrice > line.salesPrice

/** How much of a lent material goes with one unit of a product. */
export type Carried = {
  /** The unit of the material. */
  readonly unit: Unit
  readonly perUnit: Quantity
  /** The unit of `perUnit`; without it, that of the material. */
  readonly recipeUnit?: Unit | undefined
}

const carriedByOne = ({ unit, perUnit, recipeUnit = unit }: Carried): Measured => ({
  quantity: perUnit,
  unit: recipeUnit,
})

/** Returns the cost of one piece without the materials lent with it, because they come back; never below 0. */
export function costWithoutLent(cost: UnitPrice, lent: readonly (Carried & { cost: UnitPrice })[]): UnitPrice {
  const saved = costOfMaterials(lent.map((one) => ({ ...carriedByOne(one), materialUnit: one.unit, cost: one.cost })))
  return saved > cost ? unitPrice(0) : subtractUnitPrice(cost, saved)
}

/** Returns how much of a lendable material goes with this number of pieces of its product, in the unit of the material. */
export const lentQuantity = (pieces: Quantity, carried: Carried): Quantity =>
  roundQuantity(multiplyExact(exactQuantity(pieces), exactIn(carriedByOne(carried), carried.unit)))
