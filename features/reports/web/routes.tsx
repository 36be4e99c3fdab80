import { ChartColumn, ChartNoAxesCombined } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'
import { reportsRights } from '../domain/rights.ts'

/** The report pages and their menu entries. */
export const reportsRoutes: FeatureRoutes = {
  feature: 'reports',
  pages: [
    {
      path: '/economics',
      layout: 'main',
      right: reportsRights.read,
      titleKey: 'economics.title',
      load: () => import('./EconomicsPage.tsx'),
    },
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
      key: 'economics',
      to: '/economics',
      right: reportsRights.read,
      order: 10,
      icon: ChartNoAxesCombined,
    },
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
