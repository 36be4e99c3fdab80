import { FilePlus2 } from '#web/ui/icon/icons.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'

/** Declares the form for new and changed orders, and its menu entry. */
export const orderEntryRoutes: FeatureRoutes = {
  feature: 'order-entry',
  pages: [
    {
      path: '/createorder',
      layout: 'main',
      right: ordersRights.write,
      titleKey: 'title.create',
      load: () => import('./CreateOrderPage.tsx'),
    },
    {
      path: '/order-edit/$id',
      layout: 'main',
      right: ordersRights.write,
      titleKey: 'title.edit',
      load: () => import('./EditOrderPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'sales',
      parentKey: 'orders',
      key: 'create',
      to: '/createorder',
      right: ordersRights.write,
      order: 20,
      icon: FilePlus2,
      shortcut: true,
    },
  ],
  parts: [paletteVerbs.part(() => import('./verbs/verbs.ts'))],
}
