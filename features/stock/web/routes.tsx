import { productsRights } from '#features/products/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'

/** The product overview belongs to this feature and not to products, because it shows stock and ledger. */
export const stockRoutes: FeatureRoutes = {
  feature: 'stock',
  pages: [
    {
      path: '/product-overview/$id',
      layout: 'main',
      right: productsRights.read,
      titleKey: 'title.product',
      load: () => import('./ProductOverviewPage.tsx'),
    },
    { path: '/product-overview', redirect: '/products' },
  ],
  menu: [],
}
