import { barTools } from '#web/layouts/bar-tools.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { Bell } from './Bell.tsx'

/** The bell in the bar; the drawer that it opens is on every page. */
export const notificationsRoutes: FeatureRoutes = {
  feature: 'notifications',
  pages: [],
  menu: [],
  parts: [barTools.part(Bell)],
}
