/** Works out the new sale prices of products, for the preview and for the command that stores them. */
import { LIMITS, priceAtMargin, priceWithPercent, type Rate, type UnitPrice } from '#kernel/money.ts'

export const SALE_PRICES = ['salesPrice', 'b2bSalesPrice'] as const
export type SalePrice = (typeof SALE_PRICES)[number]

/** What new prices are rounded to: a cent, five cents, ten cents, a euro. */
export const PRICE_STEPS = [100, 500, 1000, 1_0000] as const

export type PriceWay =
  | { readonly kind: 'percent'; readonly percent: Rate }
  /** The share of the new price that remains after the cost. */
  | { readonly kind: 'margin'; readonly margin: Rate }

export type PriceRule = {
  /** The prices that change. */
  readonly prices: readonly SalePrice[]
  readonly way: PriceWay
  readonly step: (typeof PRICE_STEPS)[number]
}

/**
 * Why a price stays: the product does not have this price, it has no cost for a margin, or the new price would be 0 or above the
 * limit.
 */
export const STAYS = ['no-price', 'no-cost', 'too-low', 'too-high'] as const

export type PriceLine = {
  readonly which: SalePrice
  readonly old: UnitPrice
  /** The same as the old one if the price stays. */
  readonly price: UnitPrice
  readonly stays: (typeof STAYS)[number] | null
}

export type Priced = Readonly<Record<SalePrice, UnitPrice>> & { readonly cost: UnitPrice }

function priceLine(which: SalePrice, { [which]: old, cost }: Priced, { way, step }: PriceRule): PriceLine {
  if (old <= 0) return { which, old, price: old, stays: 'no-price' }
  if (way.kind === 'margin' && cost <= 0) return { which, old, price: old, stays: 'no-cost' }
  const price = way.kind === 'margin' ? priceAtMargin(cost, way.margin, step) : priceWithPercent(old, way.percent, step)
  // a price of 0 would say that the product has none
  if (price <= 0) return { which, old, price: old, stays: 'too-low' }
  if (price > LIMITS.unitPrice) return { which, old, price: old, stays: 'too-high' }
  return { which, old, price, stays: null }
}

/** Returns the old and the new price for each price of the rule. */
export const priceLines = (product: Priced, rule: PriceRule): PriceLine[] =>
  rule.prices.map((which) => priceLine(which, product, rule))

/** Reports whether a new price differs from the old one. */
export const isChanged = ({ old, price }: Pick<PriceLine, 'old' | 'price'>): boolean => old !== price
