import { FilePlus2 } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'

/** The form for new and changed orders, and its place in the menu. */
export const orderEntryRoutes: FeatureRoutes = {
  feature: 'order-entry',
  pages: [
    {
      path: '/createorder',
      layout: 'main',
      right: 'orders.write',
      titleKey: 'title.create',
      load: () => import('./CreateOrderPage.tsx'),
    },
    {
      path: '/order-edit/$id',
      layout: 'main',
      right: 'orders.write',
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
      right: 'orders.write',
      order: 20,
      icon: FilePlus2,
      shortcut: true,
    },
  ],
}
