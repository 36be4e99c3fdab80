import { FlaskConical } from '#web/ui/icon/icons.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'

/** The page of the price what-if, beside the pages of products. */
export const whatIfRoutes: FeatureRoutes = {
  feature: 'what-if',
  pages: [
    {
      path: '/what-if',
      layout: 'main',
      right: productsRights.cost,
      titleKey: 'title.what-if',
      load: () => import('./WhatIfPage.tsx'),
    },
  ],
  menu: [
    { tabOf: '/products', key: 'what-if', to: '/what-if', right: productsRights.cost, order: 48, icon: FlaskConical },
  ],
}
