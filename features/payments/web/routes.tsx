import { Banknote } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'
import { paymentsRights } from '../domain/rights.ts'

/** The page of the drivers' cash, and its menu entry. */
export const paymentsRoutes: FeatureRoutes = {
  feature: 'payments',
  pages: [
    {
      path: '/drivers-cash',
      layout: 'main',
      right: paymentsRights.read,
      titleKey: 'title.drivers-cash',
      load: () => import('./DriversCashPage.tsx'),
    },
  ],
  found: [{ entity: { name: 'payments' }, icon: Banknote }],
  menu: [
    {
      group: 'sales',
      parentKey: 'payments',
      key: 'drivers-cash',
      to: '/drivers-cash',
      right: paymentsRights.read,
      order: 45,
    },
  ],
}
