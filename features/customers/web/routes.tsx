import { Users } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'

/** Pages of customers and their place in the menu. */
export const customersRoutes: FeatureRoutes = {
  feature: 'customers',
  pages: [
    {
      path: '/customers',
      layout: 'main',
      right: 'customers.read',
      titleKey: 'title.list',
      load: () => import('./CustomersPage.tsx'),
    },
    {
      path: '/createcustomer',
      layout: 'main',
      right: 'customers.write',
      titleKey: 'title.create',
      load: () => import('./form/CreateCustomerPage.tsx'),
    },
    {
      path: '/customer-detail/$id',
      layout: 'main',
      right: 'customers.read',
      titleKey: 'title.detail',
      load: () => import('./page/CustomerPage.tsx'),
    },
    {
      path: '/customer-statement/$id',
      layout: 'bare',
      right: 'customers.read',
      titleKey: 'title.statement',
      load: () => import('./statement/CustomerStatementPage.tsx'),
    },
    { path: '/customer-detail', redirect: '/customers' },
  ],
  menu: [{ group: 'internal', key: 'customers', to: '/customers', right: 'customers.read', order: 20, icon: Users }],
}
