/** Lists the prices that a line may have. A price changes only by a click, never automatically (C-34). */
import { discountFrom, priceLessDiscount, type Rate, type UnitPrice } from '#kernel/money.ts'
import {
  type DraftLine,
  type DraftProduct,
  LIST_PRICE,
  type OrderDraft,
  PRICE_KINDS,
  type PriceSource,
} from './order-draft.ts'

/** The discounts that may be given on an order: those of the customer and of the salesperson, or 0 for none. */
export type Discounts = { readonly customer: Rate; readonly first: Rate; readonly normal: Rate }

export type PriceChoice = { readonly source: PriceSource; readonly price: UnitPrice }

/** Returns the list price less a discount. */
export const discountedPrice = (product: Pick<DraftProduct, 'salesPrice'>, discount: Rate): UnitPrice =>
  priceLessDiscount(product.salesPrice, discount)

/**
 * Returns the price of a line with a typed discount, and its source. An empty discount is the list price. The order
 * stores the price, not the discount.
 */
export function withDiscount(
  product: Pick<DraftProduct, 'salesPrice'>,
  discount: Rate | null,
): Pick<DraftLine, 'salesPrice' | 'source'> {
  if (discount === null) return { salesPrice: product.salesPrice, source: LIST_PRICE }
  const kind = discount === 0 ? 'list' : 'percent'
  return { salesPrice: discountedPrice(product, discount), source: { kind, rate: discount } }
}

/** Returns the discount that makes the list price the price of the line; null if none makes exactly that price. */
export function discountOf({
  product,
  salesPrice,
  source,
}: Pick<DraftLine, 'product' | 'salesPrice' | 'source'>): Rate | null {
  if (source.rate !== null) return source.rate
  if (salesPrice === null || salesPrice >= product.salesPrice) return null
  const nearest = discountFrom(product.salesPrice, salesPrice)
  return nearest !== null && discountedPrice(product, nearest) === salesPrice ? nearest : null
}

const DISCOUNTS = ['customer', 'first', 'normal'] as const

/** Returns all prices of a product: list price, B2B price, and the list price less each discount. */
export function priceChoices(product: DraftProduct, discounts: Discounts): PriceChoice[] {
  return [
    { source: LIST_PRICE, price: product.salesPrice },
    ...(product.b2bSalesPrice > 0
      ? [{ source: { kind: 'b2b', rate: null } as const, price: product.b2bSalesPrice }]
      : []),
    ...DISCOUNTS.filter((kind) => discounts[kind] > 0).map((kind) => ({
      source: { kind, rate: discounts[kind] },
      price: discountedPrice(product, discounts[kind]),
    })),
  ]
}

/** The kinds of price that can be given to all lines at once. */
export const kindsForAll = (lines: readonly DraftLine[], discounts: Discounts): PriceSource[] => {
  const found = new Map(
    lines.flatMap((line) => priceChoices(line.product, discounts)).map(({ source }) => [source.kind, source]),
  )
  return PRICE_KINDS.flatMap((kind) => found.get(kind) ?? [])
}

/** Gives every line the price of one kind. A line whose product has no such price keeps its own. */
export const priceAll = (draft: OrderDraft, kind: PriceSource['kind'], discounts: Discounts): OrderDraft => ({
  ...draft,
  lines: draft.lines.map((line) => {
    const choice = priceChoices(line.product, discounts).find(({ source }) => source.kind === kind)
    return choice ? { ...line, salesPrice: choice.price, source: choice.source } : line
  }),
})

/** Restores the earlier prices of lines. Quantities and lines entered since stay. */
export const restorePrices = (draft: OrderDraft, before: readonly DraftLine[]): OrderDraft => ({
  ...draft,
  lines: draft.lines.map((line) => {
    const old = before.find((one) => one.key === line.key)
    return old ? { ...line, salesPrice: old.salesPrice, source: old.source } : line
  }),
})

/** Returns the source of a price that a person typed or that a stored order has. */
export const sourceOf = (
  price: UnitPrice | null,
  product: Pick<DraftProduct, 'salesPrice'>,
  otherwise: 'typed' | 'saved' = 'typed',
): PriceSource => (price === product.salesPrice ? LIST_PRICE : { kind: otherwise, rate: null })
