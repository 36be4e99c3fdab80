import { Recycle } from 'lucide-react'
import { CUSTOMER_ACTION } from '#features/customers/web/customer-parts.ts'
import { loansRights } from '#features/loans/domain/rights.ts'
import { ORDER_PANEL } from '#features/orders/web/order-parts.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { ReturnOfOrder, ReturnOfThisCustomer } from './ReturnButton.tsx'

// loaded with the page, so that the buttons beside it do not move
const ofCustomer = CUSTOMER_ACTION.part({ key: 'return-loans', Part: ReturnOfThisCustomer })
const ofOrder = ORDER_PANEL.part({ key: 'return-loans', Panel: ReturnOfOrder })

/** The page of the lent items, its menu entry, and the returns on the pages of customers and orders. */
export const laundryRoutes: FeatureRoutes = {
  feature: 'laundry',
  pages: [
    {
      path: '/loans',
      layout: 'main',
      right: loansRights.read,
      titleKey: 'title.loans',
      load: () => import('./LoansPage.tsx'),
    },
  ],
  menu: [{ group: 'sales', key: 'loans', to: '/loans', right: loansRights.read, order: 20, icon: Recycle }],
  parts: [ofCustomer, ofOrder],
}
