/** What a sale price leaves after the cost. */
import { discountFrom, type Rate, type UnitPrice } from '#kernel/money.ts'

/** The sale prices of a product. 0 stands for a price that it does not have. */
export type SalePrices = { readonly salesPrice: UnitPrice; readonly b2bSalesPrice: UnitPrice }

/** Returns the lowest sale price of a product; null if it has none, so that it has no margin either. */
export function lowestPrice({ salesPrice, b2bSalesPrice }: SalePrices): UnitPrice | null {
  const prices = [salesPrice, b2bSalesPrice].filter((price) => price > 0)
  return prices.length === 0 ? null : (Math.min(...prices) as UnitPrice)
}

/** Returns the share of a sale price that remains after the cost; negative if the cost is higher, null without a price. */
export const marginAt = (price: UnitPrice | null, cost: UnitPrice): Rate | null =>
  price === null ? null : discountFrom(price, cost)
