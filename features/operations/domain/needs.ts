/** Compares what orders need with what is in stock, for the two panels of the board. */
import { expandTotals, type Material, type Requirements } from '#features/products/domain/requirements.ts'
import type { Unit, UsageType } from '#features/products/domain/product.ts'
import { netInOrder, walkNeeds } from '#features/production/domain/netting.ts'
import { isShort, type Need, totalNeeds } from '#features/stock/domain/availability.ts'
import { addQuantity, type Quantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'

/** A product or material with its stock and the quantity that open tasks will produce. */
export type StockFigures = {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly unit: Unit
  readonly usageType: UsageType
  readonly stock: Quantity
  readonly inProduction: Quantity
  /** What open tasks still take; read only for the missing pieces. */
  readonly awaited?: Quantity
}

export type NeedRow = Pick<StockFigures, 'name' | 'sku' | 'unit' | 'stock' | 'inProduction'> & {
  readonly productId: number
  readonly needed: Quantity
  /** The stock minus the needed quantity; for the missing pieces also with what open tasks bring and take. */
  readonly available: Quantity
  readonly short: boolean
}

/** Returns the row of a product of which `usable` is there for the needed quantity. */
function rowOf(
  { id, name, sku, unit, stock, inProduction }: StockFigures,
  needed: Quantity,
  usable: Quantity = stock,
): NeedRow {
  const available = subtractQuantity(usable, needed)
  return { productId: id, name, sku, unit, stock, inProduction, needed, available, short: isShort(available) }
}

/** Returns one row for each product that the orders need. */
export const productNeeds = (wanted: readonly Need[], figuresOf: ReadonlyMap<number, StockFigures>): NeedRow[] =>
  [...totalNeeds(wanted)].flatMap(([id, needed]) => {
    const figures = figuresOf.get(id)
    return figures ? [rowOf(figures, needed)] : []
  })

/**
 * Returns one row for each material of the needed products. Quantities are multiplied through all levels. A material
 * that is also ordered itself is needed for both uses.
 */
export function materialTotals(
  wanted: readonly Need[],
  figuresOf: ReadonlyMap<number, StockFigures>,
  requirements: Requirements<Material>,
): NeedRow[] {
  // a purchased material is not produced, even if it still has a requirement from the time when it was
  const made = new Map(requirements)
  for (const id of requirements.keys()) if (figuresOf.get(id)?.usageType === 'PURCHASED-MATERIAL') made.delete(id)
  const sold = totalNeeds(wanted)
  const pieces = [...sold].map(([productId, quantity]) => ({ productId, quantity }))
  const { totals } = expandTotals(made, pieces, (id) => figuresOf.get(id)?.unit)
  return [...totals].flatMap(([id, quantity]) => {
    const figures = figuresOf.get(id)
    return figures ? [rowOf(figures, addQuantity(quantity, sold.get(id) ?? ZERO_QUANTITY))] : []
  })
}

/** Returns what is in stock and what open tasks bring, less what they still take. */
const besideOpenTasks = ({ stock, inProduction, awaited = ZERO_QUANTITY }: StockFigures): Quantity =>
  subtractQuantity(addQuantity(stock, inProduction), awaited)

/**
 * Returns one row for each material of the pieces that are neither in stock nor made by open tasks. They are netted as for the tasks of
 * a shortage: at each level the stock and what open tasks bring are used first, less what these still take. Only the rest is made.
 */
export function missingMaterialTotals(
  wanted: readonly Need[],
  figuresOf: ReadonlyMap<number, StockFigures>,
  requirements: Requirements<Material>,
): NeedRow[] {
  const products = new Map(
    [...figuresOf].map(([id, { unit, usageType }]) => {
      return [id, { unit, usageType, service: false, hasSteps: requirements.has(id) }]
    }),
  )
  const walk = walkNeeds([...totalNeeds(wanted).keys()], products, requirements)
  const usableOf = (id: number): Quantity => {
    const figures = figuresOf.get(id)
    return figures ? besideOpenTasks(figures) : ZERO_QUANTITY
  }
  const rows = netInOrder(walk, wanted, products, usableOf)
  const taken = new Set(
    rows
      .filter(({ missing }) => missing > 0)
      .flatMap(({ productId }) => (walk.followed.get(productId) ?? []).map(({ materialId }) => materialId)),
  )
  return rows.flatMap(({ productId, needed }) => {
    const figures = figuresOf.get(productId)
    return figures && taken.has(productId) ? [rowOf(figures, needed, besideOpenTasks(figures))] : []
  })
}

export type Comparison<Row> = (a: Row, b: Row) => number

/**
 * Returns the first `count` rows in the order of `compare`. It compares most rows once only, because comparing Greek names
 * would be the most expensive part of a panel. Equal rows keep their order.
 */
export function firstOf<Row>(rows: readonly Row[], count: number, compare: Comparison<Row>): Row[] {
  const first = rows.slice(0, count).sort(compare)
  for (const row of rows.slice(count)) {
    const last = first.at(-1)
    if (last === undefined || compare(row, last) >= 0) continue
    let [from, to] = [0, first.length - 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if (compare(row, first[middle] as Row) < 0) to = middle
      else from = middle + 1
    }
    first.splice(from, 0, row)
    first.pop()
  }
  return first
}
