import { Package } from '#web/ui/icon/icons.ts'
import { ORDER_ACTION, ORDER_PANEL } from '#features/orders/web/order-parts.ts'
import { lazyPart, recordPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'
import { packagingRights } from '../domain/rights.ts'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'

const packageOrder = ORDER_ACTION.part({
  key: 'package',
  standsFor: ({ name }) => name === 'package',
  Button: recordPart('orders', async () => (await import('./order/PackageOrder.tsx')).PackageOrder),
})

const packing = ORDER_PANEL.part({ key: 'packing', Panel: lazyPart(() => import('./order/OrderPacking.tsx')) })

/** The packaging page, the label page and the menu entry. */
export const packagingRoutes: FeatureRoutes = {
  feature: 'packaging',
  pages: [
    {
      path: '/packaging',
      layout: 'bare',
      right: packagingRights.read,
      titleKey: 'title.list',
      load: () => import('./PackagingPage.tsx'),
    },
    {
      path: '/packaging-label/$id',
      layout: 'bare',
      right: packagingRights.read,
      titleKey: 'title.label',
      load: () => import('./label/LabelPage.tsx'),
    },
    {
      path: '/packaging-picking',
      layout: 'bare',
      right: packagingRights.read,
      titleKey: 'title.picking',
      load: () => import('./picking/PickingPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/tasks',
      key: 'packaging',
      to: '/packaging',
      right: packagingRights.read,
      order: 20,
      icon: Package,
      count: {
        query: async () => (await import('../domain/contract.ts')).countPackaging,
        input: {},
        textKey: 'menu.to-package',
        quiet: true,
      },
    },
  ],
  parts: [paletteVerbs.part(() => import('./verbs/verbs.ts')), packageOrder, packing],
}
