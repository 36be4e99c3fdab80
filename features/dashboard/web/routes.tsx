import type { FeatureRoutes } from '#web/routes.ts'

/** The page of those who have no other: accounts that wait, and roles without a landing of their own. */
export const dashboardRoutes: FeatureRoutes = {
  feature: 'dashboard',
  pages: [
    { path: '/dashboard', layout: 'main', titleKey: 'title.dashboard', load: () => import('./DashboardPage.tsx') },
  ],
  menu: [],
}
