import { ClipboardList } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'

/** The operations board and its place in the menu. */
export const operationsRoutes: FeatureRoutes = {
  feature: 'operations',
  pages: [
    {
      path: '/operations',
      layout: 'bare',
      right: 'orders.send',
      titleKey: 'title.bar',
      load: () => import('./OperationsPage.tsx'),
    },
  ],
  menu: [
    { group: 'sales', key: 'operations', to: '/operations', right: 'orders.send', order: 25, icon: ClipboardList },
  ],
}
