import type { FeatureRoutes } from '#web/routes.ts'
import { TABLE_VIEWS } from '#web/ui/table/views/table-views.ts'
import { viewsRights } from '../domain/rights.ts'
import { SaveView } from './SaveView.tsx'
import { ViewChips } from './ViewChips.tsx'

/** The saved views of every list. */
export const viewsRoutes: FeatureRoutes = {
  feature: 'views',
  pages: [
    {
      path: '/views/$id',
      layout: 'main',
      right: viewsRights.keep,
      titleKey: 'title.view',
      load: () => import('./ViewPage.tsx'),
    },
  ],
  menu: [],
  parts: [TABLE_VIEWS.part({ Chips: ViewChips, SaveButton: SaveView })],
}
