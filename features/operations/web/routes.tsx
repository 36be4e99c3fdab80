import { ClipboardList } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'
import { awaitInstallOffer } from './install-prompt.ts'

awaitInstallOffer()

/** The operations board and the driver's page. */
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
    {
      path: '/driverpage',
      layout: 'bare',
      right: 'shipping.drive',
      titleKey: 'title.driver-bar',
      load: () => import('./DriverPage.tsx'),
    },
  ],
  menu: [
    { group: 'sales', key: 'operations', to: '/operations', right: 'orders.send', order: 25, icon: ClipboardList },
  ],
}
