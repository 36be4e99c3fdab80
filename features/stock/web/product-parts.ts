/** The kind of part that features above stock add to the product overview. */
import type { ComponentType } from 'react'
import type { StoredProduct } from '#features/products/web/ProductFacts.tsx'
import { partKind } from '#web/page-parts.ts'

/** A panel at the top of the product's details. */
export type ProductPanel = {
  readonly key: string
  readonly Panel: ComponentType<{ product: StoredProduct }>
}

export const PRODUCT_PANEL = partKind<ProductPanel>('stock.product-panel')
