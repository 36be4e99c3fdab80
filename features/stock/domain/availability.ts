/** Is there enough of everything? Asked by order forms, Process, packaging and the ledger itself. */
import {
  addQuantity,
  negateQuantity,
  PLACES,
  type Quantity,
  subtractQuantity,
  toNumber,
  ZERO_QUANTITY,
} from '#kernel/money.ts'

/** So much may be missing by rounding alone (C-52). */
const TOLERANCE = 1 as Quantity

/**
 * Reports whether what is left after a need is too little: the one meaning of short for lines, lent goods and materials
 * (C-77). The database asks the same by its function `is_short`.
 */
export const isShort = (left: Quantity): boolean => left < negateQuantity(TOLERANCE)

export type StockStatus = 'STOCK-OK' | 'STOCK-FAULT'

/** A line or a loan that wants pieces of a product. */
export type Need = { readonly productId: number; readonly quantity: Quantity }

/** A line after the check. All lines of one product share its stock, so they are short together. */
export type CheckedNeed<N extends Need> = N & {
  readonly stock: Quantity
  readonly stockStatus: StockStatus
  /** How many pieces of the product all lines together lack; 0 when there are enough. */
  readonly missing: Quantity
}

/** A product of which there is less than wanted. */
export type Shortage = {
  readonly productId: number
  readonly stock: Quantity
  readonly needed: Quantity
  readonly missing: Quantity
}

/** What all lines together want of each product. */
export function totalNeeds(needs: Iterable<Need>): Map<number, Quantity> {
  const totals = new Map<number, Quantity>()
  for (const need of needs) {
    totals.set(need.productId, addQuantity(totals.get(need.productId) ?? ZERO_QUANTITY, need.quantity))
  }
  return totals
}

/** The products that are short, in the order in which they are first wanted. A product without a figure has none. */
export function shortages(needs: Iterable<Need>, stockOf: ReadonlyMap<number, Quantity>): Shortage[] {
  return [...totalNeeds(needs)].flatMap(([productId, needed]) => {
    const stock = stockOf.get(productId) ?? ZERO_QUANTITY
    const rest = subtractQuantity(stock, needed)
    return !isShort(rest) ? [] : [{ productId, stock, needed, missing: subtractQuantity(needed, stock) }]
  })
}

/** Checks each line: STOCK-OK when the stock covers every line of its product, otherwise STOCK-FAULT. */
export function checkStock<N extends Need>(
  needs: readonly N[],
  stockOf: ReadonlyMap<number, Quantity>,
): CheckedNeed<N>[] {
  const short = new Map(shortages(needs, stockOf).map((shortage) => [shortage.productId, shortage]))
  return needs.map((need) => ({
    ...need,
    stock: stockOf.get(need.productId) ?? ZERO_QUANTITY,
    stockStatus: short.has(need.productId) ? 'STOCK-FAULT' : 'STOCK-OK',
    missing: short.get(need.productId)?.missing ?? ZERO_QUANTITY,
  }))
}

/** Reports whether the pieces not promised to other orders are too few for a need (C-11). */
export const isContested = (free: Quantity, needed: Quantity): boolean => isShort(subtractQuantity(free, needed))

/** What the shelf says to the lines of one product together. */
export type StockRow = {
  readonly productId: number
  readonly ordered: Quantity
  readonly stock: Quantity
  /** Stock less what is ordered. */
  readonly difference: Quantity
  /** Stock less what other orders were promised. */
  readonly free: Quantity
  readonly stockStatus: StockStatus
  readonly missing: Quantity
  /** There is enough, but part of it is promised to others. */
  readonly contested: boolean
}

/** One row for each product of the lines, in the order in which they are first wanted. */
export function stockRows(
  needs: Iterable<Need>,
  figures: ReadonlyMap<number, { readonly stock: Quantity; readonly free: Quantity }>,
): StockRow[] {
  const totals = [...totalNeeds(needs)].map(([productId, quantity]) => ({ productId, quantity }))
  const stockOf = new Map([...figures].map(([productId, figure]) => [productId, figure.stock]))
  return checkStock(totals, stockOf).map(({ productId, quantity: ordered, stock, stockStatus, missing }) => {
    const free = figures.get(productId)?.free ?? stock
    const difference = subtractQuantity(stock, ordered)
    const contested = stockStatus === 'STOCK-OK' && isContested(free, ordered)
    return { productId, ordered, stock, difference, free, stockStatus, missing, contested }
  })
}

/** A shortage in plain numbers, as refusals carry it. */
export type NamedShortage = {
  readonly productId: number
  readonly name: string
  readonly sku: string
  readonly stock: number
  readonly needed: number
  readonly missing: number
}

/** What a person reads of a shortage: the product's name and plain decimal numbers. */
export function nameShortage(shortage: Shortage, product: { name: string; sku: string }): NamedShortage {
  return {
    productId: shortage.productId,
    name: product.name,
    sku: product.sku,
    stock: toNumber(shortage.stock, PLACES.quantity),
    needed: toNumber(shortage.needed, PLACES.quantity),
    missing: toNumber(shortage.missing, PLACES.quantity),
  }
}
