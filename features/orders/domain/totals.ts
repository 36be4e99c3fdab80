/** What an order comes to (ruling C-47): each line is rounded, totals are the sums of the rounded lines. */
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

/** Line total and line VAT, each rounded half away from zero to the cent. */
export function lineAmounts(line: { quantity: Quantity; salesPrice: UnitPrice; vat: Rate }): LineAmounts {
  const total = lineTotal(line.quantity, line.salesPrice)
  return { total, vatAmount: percentOf(total, line.vat) }
}

export type OrderTotals = {
  /** Number of lines (ruling C-48). */
  readonly lineCount: number
  /** Sum of the quantities. */
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

/** What a line leaves after the cost of its pieces; below zero it loses money. */
export const lineMargin = (line: { quantity: Quantity; costPrice: UnitPrice; total: Cents }): Cents =>
  subtractCents(line.total, lineTotal(line.quantity, line.costPrice))

/** A line that costs more than it brings is shown in red. */
export const soldBelowCost = (line: { costPrice: UnitPrice; salesPrice: UnitPrice }): boolean =>
  line.costPrice > line.salesPrice

/** The cost of a line's piece without the material that is lent with it: it comes back. */
export function costWithoutLent(cost: UnitPrice, lent: readonly { perUnit: Quantity; cost: UnitPrice }[]): UnitPrice {
  const saved = sumUnitPrices(lent.map((material) => costOf(material.perUnit, material.cost)))
  return saved > cost ? unitPrice(0) : subtractUnitPrice(cost, saved)
}

/** How much of a lendable material goes along with so many pieces of its product. */
export const lentQuantity = (pieces: Quantity, perUnit: Quantity): Quantity => multiplyQuantity(pieces, perUnit)
