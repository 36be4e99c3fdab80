import { ListChecks, Warehouse } from 'lucide-react'
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
      parentKey: 'production',
      key: 'tasks',
      to: '/tasks',
      right: sectionsRights.read,
      order: 10,
      icon: ListChecks,
    },
    {
      group: 'internal',
      parentKey: 'settings',
      key: 'setup',
      to: '/tasktypes',
      right: sectionsRights.setUp,
      order: 20,
      icon: Warehouse,
    },
  ],
}
