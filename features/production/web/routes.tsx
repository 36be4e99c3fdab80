import { ORDER_ACTION } from '#features/orders/web/order-parts.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'

// the transition that a PENDING-STOCK order waits for has no button of its own
const createTasks = ORDER_ACTION.part({
  key: 'create-tasks',
  standsFor: ({ name }) => name === 'find-stock',
  Button: lazyPart(() => import('./plan/CreateShortageTasks.tsx')),
})

/** The buttons and panels that production adds to the pages of orders. */
export const productionRoutes: FeatureRoutes = {
  feature: 'production',
  pages: [],
  menu: [],
  parts: [createTasks],
}
