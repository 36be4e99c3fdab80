import { BellRing } from '#web/ui/icon/icons.ts'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'

/** The page of overdue debts, and its menu entry. */
export const remindersRoutes: FeatureRoutes = {
  feature: 'reminders',
  pages: [
    {
      path: '/due',
      layout: 'main',
      right: paymentsRights.read,
      titleKey: 'title.due',
      load: () => import('./DuePage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/payments-list',
      key: 'due',
      to: '/due',
      right: paymentsRights.read,
      order: 35,
      icon: BellRing,
      count: {
        query: async () => (await import('../domain/contract.ts')).countDue,
        input: {},
        textKey: 'menu.overdue',
        quiet: true,
      },
    },
  ],
}
