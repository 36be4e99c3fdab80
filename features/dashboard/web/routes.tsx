import { LayoutDashboard } from '#web/ui/icon/icons.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'

/** The landing page of accounts that wait for approval, and of roles without a landing page of their own. */
export const dashboardRoutes: FeatureRoutes = {
  feature: 'dashboard',
  pages: [
    { path: '/dashboard', layout: 'main', titleKey: 'title.dashboard', load: () => import('./DashboardPage.tsx') },
  ],
  // The administrator of a new company comes back by it to the first steps.
  menu: [
    {
      group: 'today',
      key: 'dashboard',
      to: '/dashboard',
      right: ordersRights.read,
      order: 5,
      icon: LayoutDashboard,
    },
  ],
}
