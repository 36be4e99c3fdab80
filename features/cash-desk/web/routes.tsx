import { Wallet } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { cashDeskRights } from '../domain/rights.ts'

/** The page of the cash desk, and its menu entry. */
export const cashDeskRoutes: FeatureRoutes = {
  feature: 'cash-desk',
  pages: [
    {
      path: '/cashregister',
      layout: 'main',
      right: cashDeskRights.read,
      titleKey: 'title.cash-desk',
      load: () => import('./CashDeskPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'internal',
      parentKey: 'views',
      key: 'cash-desk',
      to: '/cashregister',
      right: cashDeskRights.read,
      order: 15,
      icon: Wallet,
    },
  ],
}
