/** Computes the totals of an order: each line is rounded, totals are the sums of the lines (C-47), and the VAT of a rate is right (C-93). */
import {
  addCents,
  type Cents,
  largerCents,
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
  ZERO_CENTS,
} from '#kernel/money.ts'
import type { Unit } from '#features/products/domain/product.ts'
import { costOfMaterials, exactIn, type Measured } from '#features/products/domain/units.ts'

export type LineAmounts = { readonly total: Cents; readonly vatAmount: Cents }

/** Returns line total and line VAT, each rounded half away from zero to the cent. */
export function lineAmounts(line: { quantity: Quantity; salesPrice: UnitPrice; vat: Rate }): LineAmounts {
  const total = lineTotal(line.quantity, line.salesPrice)
  return { total, vatAmount: percentOf(total, line.vat) }
}

/** A line of a document. `vatAmount` contains `vatRounding`. */
type TaxedLine = LineAmounts & { readonly vat: Rate; readonly vatRounding?: Cents | undefined }

/** Returns the VAT of a line alone, without the rounding of its rate that it carries. */
export const ownVat = ({ vatAmount, vatRounding = ZERO_CENTS }: Omit<TaxedLine, 'vat' | 'total'>): Cents =>
  subtractCents(vatAmount, vatRounding)

/** A difference of less than this many cents stays. */
const LEAST_ROUNDING = 5
/** A difference of at most one cent for so many lines stays. */
const LINES_OF_ONE_CENT = 10

/** Returns by how many cents the VAT of the lines of one rate is too low; 0 if the difference is small enough to stay (C-93). */
function missingVat(lines: readonly TaxedLine[], vat: Rate): Cents {
  const missing = subtractCents(percentOf(sumCents(lines.map(({ total }) => total)), vat), sumCents(lines.map(ownVat)))
  const size = Math.abs(missing)
  return size >= LEAST_ROUNDING && size * LINES_OF_ONE_CENT > lines.length ? missing : ZERO_CENTS
}

/**
 * Returns the lines of a document with the VAT that they carry. If the VAT of a rate, rounded line by line, differs too much from that of its
 * sum, the largest line of the rate carries the difference (C-93). A line without enough VAT to subtract from gives what it has, and the next
 * largest one the rest.
 */
export function roundVat<L extends TaxedLine>(lines: readonly L[]): (L & { readonly vatRounding: Cents })[] {
  const rounding = new Map<L, Cents>()
  for (const [vat, those] of Map.groupBy(lines, (line) => line.vat)) {
    let missing = missingVat(those, vat)
    for (const line of those.toSorted((a, b) => subtractCents(b.total, a.total))) {
      if (missing === 0) break
      const carried = largerCents(missing, subtractCents(ZERO_CENTS, ownVat(line)))
      rounding.set(line, carried)
      missing = subtractCents(missing, carried)
    }
  }
  return lines.map((line) => {
    const vatRounding = rounding.get(line) ?? ZERO_CENTS
    return { ...line, vatAmount: addCents(ownVat(line), vatRounding), vatRounding }
  })
}

/** Returns the lines with the VAT of their amounts, as on a document of their own. */
export const withOwnVat = <L extends { readonly total: Cents; readonly vat: Rate }>(lines: readonly L[]) =>
  roundVat(lines.map((line) => ({ ...line, vatAmount: percentOf(line.total, line.vat), vatRounding: ZERO_CENTS })))

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
