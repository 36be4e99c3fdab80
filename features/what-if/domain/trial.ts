/** What other prices of materials would do to the products above them. */
import { lowestPrice, marginAt, type SalePrices } from '#features/products/domain/margin.ts'
import type { Rate, UnitPrice } from '#kernel/money.ts'

/** A product whose cost a trial changes. */
export type ChangedProduct = SalePrices & {
  readonly id: number
  readonly oldCost: UnitPrice
  readonly newCost: UnitPrice
}

export type ProductMargin = {
  /** The lowest sale price; null for a product that is not sold. */
  readonly price: UnitPrice | null
  readonly oldMargin: Rate | null
  readonly newMargin: Rate | null
}

/** Whether a product is below the least margin before and after the change. */
export type BelowMargin = { readonly wasBelow: boolean; readonly isBelow: boolean }

/** Returns the margin of a product before and after the change. */
export function marginsOf(product: ChangedProduct): ProductMargin {
  const price = lowestPrice(product)
  return {
    price,
    oldMargin: marginAt(price, product.oldCost),
    newMargin: marginAt(price, product.newCost),
  }
}

export const isDearer = ({ oldCost, newCost }: Pick<ChangedProduct, 'oldCost' | 'newCost'>): boolean =>
  newCost > oldCost

/** The figures of a trial about products. */
export type TrialFigures = { readonly dearer: number; readonly cheaper: number; readonly below: number }

/** Counts the products that become dearer and cheaper, and those of the dearer ones that are below the least margin then. */
export function figuresOf(rows: readonly (ChangedProduct & BelowMargin)[]): TrialFigures {
  const dearer = rows.filter(isDearer)
  return {
    dearer: dearer.length,
    cheaper: rows.length - dearer.length,
    below: dearer.filter(({ isBelow }) => isBelow).length,
  }
}

/** Returns the rows in the order in which a person needs them: what falls below the margin, what is below, the lowest margin. */
export function mostUrgentFirst<Row extends ChangedProduct & ProductMargin & BelowMargin>(rows: readonly Row[]): Row[] {
  const rank = (row: Row): number => {
    if (!isDearer(row) || row.newMargin === null) return 3
    if (!row.isBelow) return 2
    return row.wasBelow ? 1 : 0
  }
  return rows.toSorted((a, b) => rank(a) - rank(b) || (a.newMargin ?? 0) - (b.newMargin ?? 0) || a.id - b.id)
}
