import { ClipboardList } from '#web/ui/icon/icons.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'

/** Declares the operations board and its menu entry. */
export const operationsRoutes: FeatureRoutes = {
  feature: 'operations',
  pages: [
    {
      path: '/operations',
      layout: 'bare',
      right: ordersRights.send,
      titleKey: 'title.bar',
      load: () => import('./OperationsPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/shipping',
      key: 'operations',
      to: '/operations',
      right: ordersRights.send,
      order: 25,
      icon: ClipboardList,
    },
  ],
}
