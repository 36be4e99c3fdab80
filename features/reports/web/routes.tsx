import { ChartColumn, ChartNoAxesCombined, Receipt, Star, Boxes } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'
import { reportsRights } from '../domain/rights.ts'

/** The report pages and their menu entries. */
export const reportsRoutes: FeatureRoutes = {
  feature: 'reports',
  pages: [
    {
      path: '/expenses',
      layout: 'main',
      right: reportsRights.read,
      titleKey: 'expenses.title',
      load: () => import('./ExpensesPage.tsx'),
    },
    {
      path: '/top-products',
      layout: 'main',
      right: reportsRights.read,
      titleKey: 'top-products.title',
      load: () => import('./TopProductsPage.tsx'),
    },
    {
      path: '/top-materials',
      layout: 'main',
      right: reportsRights.read,
      titleKey: 'top-materials.title',
      load: () => import('./TopMaterialsPage.tsx'),
    },
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
      key: 'expenses',
      to: '/expenses',
      right: reportsRights.read,
      order: 12,
      icon: Receipt,
    },
    {
      group: 'internal',
      parentKey: 'views',
      key: 'top-products',
      to: '/top-products',
      right: reportsRights.read,
      order: 30,
      icon: Star,
    },
    {
      group: 'internal',
      parentKey: 'views',
      key: 'top-materials',
      to: '/top-materials',
      right: reportsRights.read,
      order: 32,
      icon: Boxes,
    },
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
