import { PackageCheck } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { receivingRights } from '../domain/rights.ts'

/** The page of the delivery notes of others, and its menu entry beside the supplier invoices. */
export const receivingRoutes: FeatureRoutes = {
  feature: 'receiving',
  pages: [
    {
      path: '/receiving',
      layout: 'main',
      right: receivingRights.read,
      titleKey: 'title.receiving',
      load: () => import('./ReceivingPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/invoices',
      key: 'receiving',
      to: '/receiving',
      right: receivingRights.read,
      order: 25,
      icon: PackageCheck,
    },
  ],
}
