import { ClipboardList } from '#web/ui/icon/icons.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import type { FeatureRoutes } from '#web/routes.ts'

/** Sorts the board by delivery date until the person chooses another order. The shipments have an order of their own. */
function sortByDelivery(query: URLSearchParams): void {
  const isShipping = query.get('tab') === 'invoiced' && query.get('shipping') === '1'
  if (!query.get('sort') && !isShipping) query.set('sort', 'expectedDelivery')
}

/** Declares the operations board and its menu entry. */
export const operationsRoutes: FeatureRoutes = {
  feature: 'operations',
  pages: [
    {
      path: '/operations',
      layout: 'bare',
      right: ordersRights.send,
      titleKey: 'title.bar',
      load: () => import('./OperationsPage.tsx'),
      complete: sortByDelivery,
    },
  ],
  menu: [
    {
      tabOf: '/shipping',
      key: 'operations',
      to: '/operations',
      right: ordersRights.send,
      order: 25,
      icon: ClipboardList,
    },
  ],
}
