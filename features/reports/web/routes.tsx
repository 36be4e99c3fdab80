import { ChartColumn } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'

/** The reports and their places in the menu. */
export const reportsRoutes: FeatureRoutes = {
  feature: 'reports',
  pages: [
    {
      path: '/customer-balance',
      layout: 'main',
      right: 'reports.read',
      titleKey: 'customers.title',
      load: () => import('./CustomerTotalsPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'internal',
      parentKey: 'views',
      key: 'customer-totals',
      to: '/customer-balance',
      right: 'reports.read',
      order: 20,
      icon: ChartColumn,
    },
  ],
}
