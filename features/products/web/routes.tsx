import { Package } from '#web/ui/icon/icons.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'
import { productsEntity } from '../domain/entity.ts'
import { productsRights } from '../domain/rights.ts'
import { MANY_ACTION } from './many/bulk.tsx'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'

const changePrices = MANY_ACTION.part({
  key: 'prices',
  right: productsRights.write,
  Button: lazyPart(() => import('./many/ChangePrices.tsx')),
})

const changeCodes = MANY_ACTION.part({
  key: 'codes',
  right: productsRights.write,
  Button: lazyPart(() => import('./codes/ChangeCodes.tsx')),
})

/**
 * The pages of products and their menu entry. The product overview belongs to the feature `stock`, because it shows the
 * stock.
 */
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
    {
      path: '/product-update/$id',
      layout: 'main',
      right: productsRights.write,
      titleKey: 'title.update',
      load: () => import('./editor/UpdateProductPage.tsx'),
    },
    { path: '/product-update', redirect: '/products' },
  ],
  found: [{ entity: productsEntity, icon: Package }],
  menu: [{ group: 'internal', key: 'products', to: '/products', right: productsRights.read, order: 40, icon: Package }],
  parts: [paletteVerbs.part(() => import('./verbs/verbs.ts')), changePrices, changeCodes],
}
