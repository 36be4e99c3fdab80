import { ListChecks } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'
import { sectionsRights } from '../domain/rights.ts'

/** What each section should make: for the office with the menu (/tasks), for the workshop without (/Tasks, /single). */
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
