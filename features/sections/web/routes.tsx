import { Warehouse } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { sectionsRights } from '../domain/rights.ts'

/** The setup of the sections. */
export const sectionsRoutes: FeatureRoutes = {
  feature: 'sections',
  pages: [
    {
      path: '/tasktypes',
      layout: 'main',
      right: sectionsRights.setUp,
      titleKey: 'title.setup',
      load: () => import('./setup/SetupPage.tsx'),
    },
    {
      path: '/section',
      layout: 'main',
      right: sectionsRights.setUp,
      titleKey: 'title.setup',
      load: () => import('./setup/SetupPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'internal',
      parentKey: 'settings',
      settings: 'company',
      key: 'setup',
      to: '/tasktypes',
      right: sectionsRights.setUp,
      order: 20,
      icon: Warehouse,
    },
  ],
}
