import { FileInput } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { importRights } from '../domain/rights.ts'

/** The pages that import files. */
export const importRoutes: FeatureRoutes = {
  feature: 'import',
  pages: [
    {
      path: '/import',
      layout: 'main',
      right: importRights.write,
      titleKey: 'title.imports',
      load: () => import('./ImportsPage.tsx'),
    },
    {
      path: '/import/$id',
      layout: 'main',
      right: importRights.write,
      titleKey: 'title.import',
      load: () => import('./ImportPage.tsx'),
    },
    {
      path: '/import/move-in/$id',
      layout: 'main',
      right: importRights.write,
      titleKey: 'title.move-in',
      load: () => import('./move-in/MoveInPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/settings',
      settings: 'data',
      key: 'import',
      to: '/import',
      right: importRights.write,
      order: 45,
      icon: FileInput,
    },
  ],
}
