/** What open orders need, beside what there is: for the two panels of the board. */
import { expandRequirements, type Material, type Requirements } from '#features/products/domain/requirements.ts'
import type { UsageType } from '#features/products/domain/product.ts'
import { isShort, type Need, shortages, totalNeeds } from '#features/stock/domain/availability.ts'
import { addQuantity, type Quantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'

/** A product or material as it lies on the shelf, with what open tasks will add. */
export type Shelf = {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly usageType: UsageType
  readonly stock: Quantity
  readonly inProduction: Quantity
}

export type NeedRow = Pick<Shelf, 'name' | 'sku' | 'unit' | 'stock' | 'inProduction'> & {
  readonly productId: number
  readonly needed: Quantity
  /** Stock less what is needed. */
  readonly available: Quantity
  readonly short: boolean
}

function rowOf({ id, name, sku, unit, stock, inProduction }: Shelf, needed: Quantity): NeedRow {
  const available = subtractQuantity(stock, needed)
  return { productId: id, name, sku, unit, stock, inProduction, needed, available, short: isShort(available) }
}

/** One row for each product that the orders want. */
export const productNeeds = (wanted: readonly Need[], shelves: ReadonlyMap<number, Shelf>): NeedRow[] =>
  [...totalNeeds(wanted)].flatMap(([id, needed]) => {
    const shelf = shelves.get(id)
    return shelf ? [rowOf(shelf, needed)] : []
  })

/**
 * One row for each material that making the wanted products takes, through all levels, quantities multiplied level by
 * level. A material that the orders also want as it is, is needed for both. With `missingOnly` only those pieces are
 * made that the shelf lacks.
 */
export function materialTotals(
  wanted: readonly Need[],
  shelves: ReadonlyMap<number, Shelf>,
  requirements: Requirements<Material>,
  missingOnly = false,
): NeedRow[] {
  // what is bought is not made, whatever was once written about making it
  const made = new Map([...requirements].filter(([id]) => shelves.get(id)?.usageType !== 'PURCHASED-MATERIAL'))
  const sold = totalNeeds(wanted)
  const pieces = missingOnly
    ? shortages(wanted, shelves).map(({ productId, missing }) => ({ productId, quantity: missing }))
    : [...sold].map(([productId, quantity]) => ({ productId, quantity }))
  const { totals } = expandRequirements(made, pieces)
  return [...totals].flatMap(([id, { quantity }]) => {
    const shelf = shelves.get(id)
    return shelf ? [rowOf(shelf, addQuantity(quantity, sold.get(id) ?? ZERO_QUANTITY))] : []
  })
}
