import { Scale } from '#web/ui/icon/icons.ts'
import { stockRights } from '#features/stock/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'

export const stockProofRoutes: FeatureRoutes = {
  feature: 'stock-proof',
  pages: [
    {
      path: '/stock-proof',
      layout: 'main',
      right: stockRights.read,
      titleKey: 'title.stock-proof',
      load: () => import('./StockProofPage.tsx'),
    },
  ],
  menu: [
    { tabOf: '/products', key: 'stock-proof', to: '/stock-proof', right: stockRights.adjust, order: 47, icon: Scale },
  ],
}
