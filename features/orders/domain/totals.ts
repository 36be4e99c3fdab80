/** Computes the totals of an order (C-47): each line is rounded, and totals are the sums of rounded lines. */
import {
  addCents,
  type Cents,
  costOf,
  lineTotal,
  multiplyQuantity,
  percentOf,
  type Quantity,
  type Rate,
  subtractCents,
  sumCents,
  subtractUnitPrice,
  sumQuantities,
  sumUnitPrices,
  type UnitPrice,
  unitPrice,
} from '#kernel/money.ts'

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

/** Returns the cost of one piece without the materials lent with it, because they come back; never below 0. */
export function costWithoutLent(cost: UnitPrice, lent: readonly { perUnit: Quantity; cost: UnitPrice }[]): UnitPrice {
  const saved = sumUnitPrices(lent.map((material) => costOf(material.perUnit, material.cost)))
  return saved > cost ? unitPrice(0) : subtractUnitPrice(cost, saved)
}

/** Returns how much of a lendable material goes with this number of pieces of its product. */
export const lentQuantity = (pieces: Quantity, perUnit: Quantity): Quantity => multiplyQuantity(pieces, perUnit)
