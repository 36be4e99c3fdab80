import { productsRights } from '#features/products/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'

/** The overview of a product shows its stock and ledger, so it stands here, above products. */
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
