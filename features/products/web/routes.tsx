import { Package } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'

/** Pages of products and their place in the menu. The overview, which shows the stock too, belongs to `stock`. */
export const productsRoutes: FeatureRoutes = {
  feature: 'products',
  pages: [
    {
      path: '/products',
      layout: 'main',
      right: 'products.read',
      titleKey: 'title.list',
      load: () => import('./ProductsPage.tsx'),
    },
    {
      path: '/createproduct',
      layout: 'main',
      right: 'products.write',
      titleKey: 'title.create',
      load: () => import('./CreateProductPage.tsx'),
    },
  ],
  menu: [{ group: 'internal', key: 'products', to: '/products', right: 'products.read', order: 40, icon: Package }],
}
