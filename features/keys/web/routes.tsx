import { KeyRound } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { keysRights } from '../domain/rights.ts'

/** The page of the keys with which programs work. */
export const keysRoutes: FeatureRoutes = {
  feature: 'keys',
  pages: [
    {
      path: '/keys',
      layout: 'main',
      right: keysRights.write,
      titleKey: 'title.keys',
      load: () => import('./KeysPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/settings',
      settings: 'people',
      key: 'keys',
      to: '/keys',
      right: keysRights.write,
      order: 30,
      icon: KeyRound,
    },
  ],
}
