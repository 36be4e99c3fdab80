/** Decides whether the stock is enough. Order forms, Process, packaging and the ledger use these rules. */
import {
  addQuantity,
  negateQuantity,
  PLACES,
  type Quantity,
  subtractQuantity,
  toNumber,
  ZERO_QUANTITY,
} from '#kernel/money.ts'

/** Rounding alone may cause a shortage of this quantity (C-52). */
export const TOLERANCE = 1 as Quantity

/**
 * Reports whether the quantity left after a need is too low. This is the only definition of short for lines, lent items
 * and materials (C-77). The function `is_short` of the database has the same limit (server/functions.ts).
 */
export const isShort = (left: Quantity): boolean => left < negateQuantity(TOLERANCE)

export type StockStatus = 'STOCK-OK' | 'STOCK-FAULT'

/** A line or a loan that needs a quantity of a product. */
export type Need = { readonly productId: number; readonly quantity: Quantity }

/**
 * The stock figures of a product. `free` is the stock less the quantity promised to other orders. Without it the whole
 * stock is free. A service, such as transport, has no stock and is never short (C-65).
 */
export type Figure = {
  readonly stock: Quantity
  readonly free?: Quantity | undefined
  readonly service?: boolean | undefined
}

/** The result of comparing the total need of one product with its stock. */
export type Availability = {
  readonly productId: number
  readonly needed: Quantity
  readonly stock: Quantity
  readonly free: Quantity
  /** Stock less the needed quantity. */
  readonly difference: Quantity
  readonly stockStatus: StockStatus
  /** The missing quantity, or 0. */
  readonly missing: Quantity
  /** True if the stock is enough, but part of it is promised to other orders. */
  readonly contested: boolean
}

/** Returns the total quantity of each product. */
export function totalNeeds(needs: Iterable<Need>): Map<number, Quantity> {
  const totals = new Map<number, Quantity>()
  for (const need of needs) {
    totals.set(need.productId, addQuantity(totals.get(need.productId) ?? ZERO_QUANTITY, need.quantity))
  }
  return totals
}

/**
 * Compares the total need of each product with its stock, in the order of the needs. A product missing in `figures` has
 * a stock of 0.
 */
export function availabilityOf(needs: Iterable<Need>, figures: ReadonlyMap<number, Figure>): Map<number, Availability> {
  const checked = [...totalNeeds(needs)].map(([productId, needed]): Availability => {
    const { stock, free = stock, service = false }: Figure = figures.get(productId) ?? { stock: ZERO_QUANTITY }
    const difference = service ? ZERO_QUANTITY : subtractQuantity(stock, needed)
    const short = isShort(difference)
    return {
      productId,
      needed,
      stock,
      free,
      difference,
      stockStatus: short ? 'STOCK-FAULT' : 'STOCK-OK',
      missing: short ? negateQuantity(difference) : ZERO_QUANTITY,
      contested: !service && !short && isShort(subtractQuantity(free, needed)),
    }
  })
  return new Map(checked.map((one) => [one.productId, one]))
}

/** A product whose stock is too low. */
export type Shortage = Pick<Availability, 'productId' | 'stock' | 'needed' | 'missing'>

/** Returns the short products, in the order of the needs. */
export const shortages = (needs: Iterable<Need>, figures: ReadonlyMap<number, Figure>): Shortage[] =>
  [...availabilityOf(needs, figures).values()]
    .filter(({ stockStatus }) => stockStatus === 'STOCK-FAULT')
    .map(({ productId, stock, needed, missing }) => ({ productId, stock, needed, missing }))

/** A shortage with plain decimal numbers, as refusals contain it. */
export type NamedShortage = {
  readonly productId: number
  readonly name: string
  readonly sku: string
  readonly stock: number
  readonly needed: number
  readonly missing: number
}

/** Returns a shortage with the product's name and plain decimal numbers. */
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
