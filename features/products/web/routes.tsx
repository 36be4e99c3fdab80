import { Package } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'
import { productsEntity } from '../domain/entity.ts'
import { productsRights } from '../domain/rights.ts'

/** Pages of products and their place in the menu. The overview, which shows the stock too, belongs to `stock`. */
export const productsRoutes: FeatureRoutes = {
  feature: 'products',
  pages: [
    {
      path: '/products',
      layout: 'main',
      right: productsRights.read,
      titleKey: 'title.list',
      load: () => import('./ProductsPage.tsx'),
    },
    {
      path: '/createproduct',
      layout: 'main',
      right: productsRights.write,
      titleKey: 'title.create',
      load: () => import('./CreateProductPage.tsx'),
    },
  ],
  found: [{ entity: productsEntity, icon: Package }],
  menu: [{ group: 'internal', key: 'products', to: '/products', right: productsRights.read, order: 40, icon: Package }],
}
