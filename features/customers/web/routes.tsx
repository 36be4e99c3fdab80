import { Users } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { recordPreview } from '#web/ui/table/preview/record-previews.ts'
import { customersEntity } from '../domain/entity.ts'
import { customersRights } from '../domain/rights.ts'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'

/** The pages of customers and their menu entry. */
export const customersRoutes: FeatureRoutes = {
  feature: 'customers',
  pages: [
    {
      path: '/customers',
      layout: 'main',
      right: customersRights.read,
      titleKey: 'title.list',
      load: () => import('./CustomersPage.tsx'),
    },
    {
      path: '/createcustomer',
      layout: 'main',
      right: customersRights.write,
      titleKey: 'title.create',
      load: () => import('./CreateCustomerPage.tsx'),
    },
    {
      path: '/customer-detail/$id',
      layout: 'main',
      right: customersRights.read,
      titleKey: 'title.detail',
      load: () => import('./page/CustomerPage.tsx'),
    },
    {
      path: '/customer-statement/$id',
      layout: 'bare',
      right: customersRights.read,
      titleKey: 'title.statement',
      load: () => import('./statement/CustomerStatementPage.tsx'),
    },
    { path: '/customer-detail', redirect: '/customers' },
  ],
  found: [{ entity: customersEntity, icon: Users }],
  menu: [
    { group: 'internal', key: 'customers', to: '/customers', right: customersRights.read, order: 20, icon: Users },
  ],
  parts: [
    paletteVerbs.part(() => import('./verbs/verbs.ts')),
    recordPreview({
      page: customersEntity.page,
      word: 'word.customer',
      load: () => import('./preview/CustomerPreview.tsx'),
    }),
  ],
}
