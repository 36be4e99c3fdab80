/**
 * The one meaning of short, missing and contested (C-11, C-52, C-77). What an order sells of a product and what it lends of
 * it are counted together. The database asks the same by its functions `is_short` and `is_contested`.
 */
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

/** Reports whether what is left after a need is too little. */
export const isShort = (left: Quantity): boolean => left < negateQuantity(TOLERANCE)

export type StockStatus = 'STOCK-OK' | 'STOCK-FAULT'

/** A line or a loan that wants pieces of a product. */
export type Need = { readonly productId: number; readonly quantity: Quantity }

/** What is known of the shelf of a product. `free` is the stock less what other orders were promised; left out, all of it is. */
export type Figure = { readonly stock: Quantity; readonly free?: Quantity | undefined }

/** What the shelf says about all that is wanted of one product. */
export type Availability = {
  readonly productId: number
  readonly needed: Quantity
  readonly stock: Quantity
  readonly free: Quantity
  /** Stock less what is needed. */
  readonly difference: Quantity
  readonly stockStatus: StockStatus
  /** How many pieces are lacking; 0 when there are enough. */
  readonly missing: Quantity
  /** There is enough, but part of it is promised to others. */
  readonly contested: boolean
}

/** Adds up what is wanted of each product, in the order in which products are first wanted. */
export function totalNeeds(needs: Iterable<Need>): Map<number, Quantity> {
  const totals = new Map<number, Quantity>()
  for (const need of needs) {
    totals.set(need.productId, addQuantity(totals.get(need.productId) ?? ZERO_QUANTITY, need.quantity))
  }
  return totals
}

/** Compares what is wanted with the shelf, product by product. A product without a figure has nothing on the shelf. */
export function availabilityOf(needs: Iterable<Need>, figures: ReadonlyMap<number, Figure>): Map<number, Availability> {
  const checked = [...totalNeeds(needs)].map(([productId, needed]): Availability => {
    const { stock, free = stock }: Figure = figures.get(productId) ?? { stock: ZERO_QUANTITY }
    const difference = subtractQuantity(stock, needed)
    const short = isShort(difference)
    return {
      productId,
      needed,
      stock,
      free,
      difference,
      stockStatus: short ? 'STOCK-FAULT' : 'STOCK-OK',
      missing: short ? negateQuantity(difference) : ZERO_QUANTITY,
      contested: !short && isShort(subtractQuantity(free, needed)),
    }
  })
  return new Map(checked.map((one) => [one.productId, one]))
}

/** A product of which there is less than wanted. */
export type Shortage = Pick<Availability, 'productId' | 'stock' | 'needed' | 'missing'>

/** The products that are short, in the order in which they are first wanted. */
export const shortages = (needs: Iterable<Need>, figures: ReadonlyMap<number, Figure>): Shortage[] =>
  [...availabilityOf(needs, figures).values()]
    .filter(({ stockStatus }) => stockStatus === 'STOCK-FAULT')
    .map(({ productId, stock, needed, missing }) => ({ productId, stock, needed, missing }))

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
