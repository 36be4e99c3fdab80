import { History } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { changesRights } from '../domain/rights.ts'

/** The history browser of administrators. */
export const historyRoutes: FeatureRoutes = {
  feature: 'history',
  pages: [
    {
      path: '/history',
      layout: 'main',
      right: changesRights.browse,
      titleKey: 'title.history',
      load: () => import('./HistoryPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/settings',
      settings: 'data',
      key: 'history',
      to: '/history',
      right: changesRights.browse,
      order: 40,
      icon: History,
    },
  ],
}
