import { CalendarDays } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { calendarRights } from '../domain/rights.ts'

/** The calendar and its menu entry. */
export const calendarRoutes: FeatureRoutes = {
  feature: 'calendar',
  pages: [
    {
      path: '/calendar',
      layout: 'main',
      right: calendarRights.read,
      titleKey: 'title.calendar',
      load: () => import('./CalendarPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/tasks',
      key: 'calendar',
      to: '/calendar',
      right: calendarRights.read,
      order: 27,
      icon: CalendarDays,
    },
  ],
}
