import { Recycle } from '#web/ui/icon/icons.ts'
import { CUSTOMER_ACTION } from '#features/customers/web/customer-parts.ts'
import { loansRights } from '#features/loans/domain/rights.ts'
import { ORDER_PANEL } from '#features/orders/web/order-parts.ts'
import { LAUNDRY_SECTION } from '#features/production/domain/task.ts'
import { SECTION_VIEW } from '#features/production/web/section/section-view.ts'
import { lazyPart, recordPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'

const returns = () => import('./ReturnButton.tsx')
const ofCustomer = CUSTOMER_ACTION.part({
  key: 'return-loans',
  Part: recordPart('customers', async () => (await returns()).ReturnOfThisCustomer),
})
const statement = CUSTOMER_ACTION.part({
  key: 'lent-statement',
  Part: recordPart('customers', async () => (await import('./StatementLink.tsx')).StatementOfThisCustomer),
})
const ofOrder = ORDER_PANEL.part({
  key: 'return-loans',
  Panel: recordPart('orders', async () => (await returns()).ReturnOfOrder),
})
const washing = SECTION_VIEW.part({ section: LAUNDRY_SECTION, View: lazyPart(() => import('./WashingView.tsx')) })

/** The page of the lent items, its menu entry, the returns on the pages of customers and orders, and the view of the laundry. */
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
    {
      path: '/lent-statement/$id',
      layout: 'bare',
      right: loansRights.read,
      titleKey: 'title.statement',
      load: () => import('./LentStatementPage.tsx'),
    },
  ],
  menu: [{ group: 'sales', key: 'loans', to: '/loans', right: loansRights.read, order: 20, icon: Recycle }],
  parts: [ofCustomer, statement, ofOrder, washing],
}
