import { PackageCheck } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { RECEIVING_PAGE } from '../domain/contract.ts'
import { receivingRights } from '../domain/rights.ts'

/** The page of the delivery notes of others, and its menu entry beside the supplier invoices. */
export const receivingRoutes: FeatureRoutes = {
  feature: 'receiving',
  pages: [
    {
      path: RECEIVING_PAGE,
      layout: 'main',
      right: receivingRights.read,
      titleKey: 'title.receiving',
      load: () => import('./ReceivingPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'internal',
      parentKey: 'invoices',
      key: 'receiving',
      to: RECEIVING_PAGE,
      right: receivingRights.read,
      order: 25,
      icon: PackageCheck,
    },
  ],
}
