import { FileUp } from '#web/ui/icon/icons.ts'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'

/** The page of bank statements, and its menu entry. */
export const bankStatementsRoutes: FeatureRoutes = {
  feature: 'bank-statements',
  pages: [
    {
      path: '/bank-statements',
      layout: 'main',
      right: paymentsRights.read,
      titleKey: 'title.bank-statements',
      load: () => import('./BankStatementsPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/payments-list',
      key: 'bank-statements',
      to: '/bank-statements',
      right: paymentsRights.write,
      order: 40,
      icon: FileUp,
    },
  ],
}
