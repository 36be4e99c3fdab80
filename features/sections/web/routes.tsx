import { ListChecks } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'
import { sectionsRights } from '../domain/rights.ts'

/**
 * The pages of what sections should make: /tasks with the menu for the office, /Tasks and /single without it for the
 * workshop.
 */
export const sectionsRoutes: FeatureRoutes = {
  feature: 'sections',
  pages: [
    {
      path: '/tasks',
      layout: 'main',
      right: sectionsRights.read,
      titleKey: 'title.tasks',
      load: () => import('./TasksPage.tsx'),
    },
    {
      path: '/Tasks',
      layout: 'bare',
      right: sectionsRights.read,
      titleKey: 'title.tasks',
      load: () => import('./FloorTasksPage.tsx'),
    },
    {
      path: '/tasks/$section',
      layout: 'main',
      right: sectionsRights.read,
      titleKey: 'title.section',
      load: () => import('./SectionPage.tsx'),
    },
    {
      path: '/single/$section',
      layout: 'bare',
      right: sectionsRights.read,
      titleKey: 'title.section',
      load: () => import('./SingleSectionPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'internal',
      parentKey: 'production',
      key: 'tasks',
      to: '/tasks',
      right: sectionsRights.read,
      order: 10,
      icon: ListChecks,
    },
  ],
}
