import type { FeatureRoutes } from '#web/routes.ts'

/** The landing page of accounts that wait for approval, and of roles without a landing page of their own. */
export const dashboardRoutes: FeatureRoutes = {
  feature: 'dashboard',
  pages: [
    { path: '/dashboard', layout: 'main', titleKey: 'title.dashboard', load: () => import('./DashboardPage.tsx') },
  ],
  menu: [],
}
