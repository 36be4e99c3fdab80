/** The kind of part that features above the catalogues add to the providers of a product. */
import type { ComponentType } from 'react'
import type { StoredProduct } from '#features/products/web/ProductFacts.tsx'
import { partKind } from '#web/page-parts.ts'

/** A button below the providers of a product, on the product's page. */
export type CatalogueAction = { readonly key: string; readonly Button: ComponentType<{ product: StoredProduct }> }

export const CATALOGUE_ACTION = partKind<CatalogueAction>('supplier-catalogue.action')
