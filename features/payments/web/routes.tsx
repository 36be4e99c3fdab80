import type { FeatureRoutes } from '#web/routes.ts'

/** The cash of drivers, and its place in the menu. */
export const paymentsRoutes: FeatureRoutes = {
  feature: 'payments',
  pages: [
    {
      path: '/drivers-cash',
      layout: 'main',
      right: 'payments.read',
      titleKey: 'title.drivers-cash',
      load: () => import('./DriversCashPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'sales',
      parentKey: 'payments',
      key: 'drivers-cash',
      to: '/drivers-cash',
      right: 'payments.read',
      order: 45,
    },
  ],
}
