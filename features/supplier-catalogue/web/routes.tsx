import { PROVIDER_PANEL } from '#features/providers/web/provider-parts.ts'
import { PRODUCT_PANEL } from '#features/stock/web/product-parts.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'

const productCatalogue = PRODUCT_PANEL.part({
  key: 'catalogue',
  Panel: lazyPart(() => import('./ProductCatalogue.tsx')),
})

const providerCatalogue = PROVIDER_PANEL.part({
  key: 'catalogue',
  Part: lazyPart(() => import('./ProviderCatalogue.tsx')),
})

/** Declares the catalogues on the pages of products and providers. */
export const supplierCatalogueRoutes: FeatureRoutes = {
  feature: 'purchases',
  pages: [],
  menu: [],
  parts: [productCatalogue, providerCatalogue],
}
