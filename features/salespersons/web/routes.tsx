import { UserRoundPen } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { salespersonsRights } from '../domain/rights.ts'

/** The pages of salespersons, and their menu entry. */
export const salespersonsRoutes: FeatureRoutes = {
  feature: 'salespersons',
  pages: [
    {
      path: '/salespersons',
      layout: 'main',
      right: salespersonsRights.read,
      titleKey: 'title.list',
      load: () => import('./SalespersonsPage.tsx'),
    },
    {
      path: '/createsalesperson',
      layout: 'main',
      right: salespersonsRights.write,
      titleKey: 'title.create',
      load: () => import('./CreateSalespersonPage.tsx'),
    },
    {
      path: '/salesperson-detail/$id',
      layout: 'main',
      right: salespersonsRights.read,
      titleKey: 'title.detail',
      load: () => import('./SalespersonPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'internal',
      key: 'salespersons',
      to: '/salespersons',
      right: salespersonsRights.read,
      order: 42,
      icon: UserRoundPen,
    },
  ],
}
