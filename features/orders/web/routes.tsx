import { ShoppingCart } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { ordersEntity } from '../domain/entity.ts'
import { OPEN_STATUSES } from '../domain/order.ts'
import { ordersRights } from '../domain/rights.ts'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'
import { recordPreview } from '#web/ui/table/preview/record-previews.ts'

/** Declares the pages of orders and their menu entries. */
export const ordersRoutes: FeatureRoutes = {
  feature: 'orders',
  pages: [
    {
      path: '/orders',
      layout: 'main',
      right: ordersRights.read,
      titleKey: 'title.list',
      load: () => import('./list/OrdersPage.tsx'),
    },
    {
      path: '/order-detail/$id',
      layout: 'main',
      right: ordersRights.read,
      titleKey: 'title.order',
      load: () => import('./page/OrderPage.tsx'),
    },
    {
      path: '/order-paper/$id',
      layout: 'bare',
      right: ordersRights.read,
      titleKey: 'title.paper',
      load: () => import('./paper/OrderPaperPage.tsx'),
    },
    { path: '/order-detail', redirect: '/orders' },
  ],
  found: [{ entity: ordersEntity, icon: ShoppingCart }],
  menu: [
    {
      group: 'sales',
      parentKey: 'orders',
      key: 'all',
      to: '/orders',
      right: ordersRights.read,
      order: 10,
      icon: ShoppingCart,
      shortcut: true,
      count: {
        query: async () => (await import('../domain/list-contract.ts')).countOrders,
        input: { filters: { status: [...OPEN_STATUSES] } },
        textKey: 'menu.open',
        quiet: true,
      },
    },
  ],
  parts: [
    paletteVerbs.part(() => import('./verbs/verbs.ts')),
    recordPreview({
      page: ordersEntity.page,
      word: 'word.order',
      load: () => import('./preview/OrderPreview.tsx'),
    }),
  ],
}
