/** Begins an order that sells the lent pieces which a customer did not return, at the list price. */
import type { Quantity } from '#kernel/money.ts'
import {
  type DraftCustomer,
  type DraftLine,
  type DraftProduct,
  EMPTY_DRAFT,
  LIST_PRICE,
  type OrderDraft,
} from './order-draft.ts'

/** An item that the customer was lent, and how many pieces are missing too long. */
export type LostItem = { readonly productId: number; readonly quantity: Quantity }

/** Returns a new draft with a line for each lost item. Items whose product cannot be read are left out. */
export function lostDraft(
  customer: DraftCustomer,
  items: readonly LostItem[],
  products: readonly DraftProduct[],
): OrderDraft {
  const known = new Map(products.map((product) => [product.id, product]))
  const lines = items.flatMap(({ productId, quantity }, index): DraftLine[] => {
    const product = known.get(productId)
    return product
      ? [{ key: index + 1, product, quantity, salesPrice: product.salesPrice, source: LIST_PRICE, lost: true }]
      : []
  })
  return { ...EMPTY_DRAFT, customer, lines }
}
