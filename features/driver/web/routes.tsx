import { Smartphone } from '#web/ui/icon/icons.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { awaitInstallOffer } from './install-prompt.ts'

awaitInstallOffer()

/** Declares the driver's page. */
export const driverRoutes: FeatureRoutes = {
  feature: 'driver',
  pages: [
    {
      path: '/driverpage',
      layout: 'bare',
      right: shippingRights.drive,
      titleKey: 'title.driver-bar',
      load: () => import('./DriverPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/shipping',
      key: 'driver',
      to: '/driverpage',
      right: shippingRights.drive,
      order: 40,
      icon: Smartphone,
    },
  ],
}
