import { ClipboardList, Layers, Warehouse } from '#web/ui/icon/icons.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { MANY_ACTION } from '#features/products/web/many/bulk.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'
import { recordPreview } from '#web/ui/table/preview/record-previews.ts'
import { productsEntity } from '#features/products/domain/entity.ts'
import { stockRights } from '../domain/rights.ts'

const adjustMany = MANY_ACTION.part({
  key: 'stock',
  right: stockRights.adjust,
  Button: lazyPart(() => import('./many/AdjustMany.tsx')),
})

/** The product overview and the materials belong to this feature and not to products, because they show or book stock. */
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
    {
      path: '/materials-list',
      layout: 'main',
      right: productsRights.read,
      titleKey: 'title.materials',
      load: () => import('./materials/MaterialsPage.tsx'),
    },
    {
      path: '/create-material',
      layout: 'main',
      right: productsRights.write,
      titleKey: 'title.create-material',
      load: () => import('./materials/CreateMaterialPage.tsx'),
    },
    {
      path: '/material-overview/$id',
      layout: 'main',
      right: productsRights.read,
      titleKey: 'title.material',
      load: () => import('./materials/MaterialOverviewPage.tsx'),
    },
    { path: '/material-overview', redirect: '/materials-list' },
    {
      path: '/stock-value',
      layout: 'main',
      right: productsRights.cost,
      titleKey: 'value.title',
      load: () => import('./StockValuePage.tsx'),
    },
    {
      path: '/count',
      layout: 'main',
      right: stockRights.adjust,
      titleKey: 'title.counts',
      load: () => import('./counting/CountsPage.tsx'),
    },
    {
      path: '/count/$id',
      layout: 'bare',
      right: stockRights.adjust,
      titleKey: 'title.count',
      load: () => import('./counting/CountPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/products',
      key: 'stock-value',
      to: '/stock-value',
      right: productsRights.cost,
      order: 44,
      icon: Warehouse,
    },
    {
      tabOf: '/products',
      key: 'materials',
      to: '/materials-list',
      right: productsRights.read,
      order: 45,
      icon: Layers,
    },
    { tabOf: '/products', key: 'counts', to: '/count', right: stockRights.adjust, order: 46, icon: ClipboardList },
  ],
  parts: [
    recordPreview({
      page: productsEntity.page,
      word: 'word.product',
      load: () => import('./preview/ProductPreview.tsx'),
    }),
    adjustMany,
  ],
}
