import { ChartColumn } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'
import { reportsRights } from '../domain/rights.ts'

/** The report pages and their menu entries. */
export const reportsRoutes: FeatureRoutes = {
  feature: 'reports',
  pages: [
    {
      path: '/customer-balance',
      layout: 'main',
      right: reportsRights.read,
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
      right: reportsRights.read,
      order: 20,
      icon: ChartColumn,
    },
  ],
}
