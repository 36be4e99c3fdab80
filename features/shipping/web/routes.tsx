import { Truck } from '#web/ui/icon/icons.ts'
import { ORDER_ACTION, ORDER_PANEL } from '#features/orders/web/order-parts.ts'
import { accountParts } from '#features/users/web/people/account-parts.ts'
import { lazyPart, recordPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'
import { shippingRights } from '../domain/rights.ts'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'

const plan = ORDER_ACTION.part({
  key: 'plan',
  standsFor: ({ name }) => name === 'plan',
  Button: recordPart('orders', async () => (await import('./order/PlanOrder.tsx')).PlanOrder),
})

const courier = ORDER_ACTION.part({
  key: 'courier',
  standsFor: ({ name }) => name === 'deliver',
  Button: lazyPart(() => import('./order/OfficeDelivery.tsx')),
})

const deliveryProof = ORDER_PANEL.part({
  key: 'delivery-proof',
  Panel: lazyPart(() => import('./order/DeliveryProof.tsx')),
})

const driverLink = accountParts.part({ key: 'driver-link', Part: lazyPart(() => import('./drivers/DriverLink.tsx')) })

const shippingPanel = ORDER_PANEL.part({
  key: 'shipping',
  Panel: lazyPart(() => import('./order/OrderShipping.tsx')),
})

/** Declares the planning of shipments, the driver's sheet, the loading of a vehicle, and the menu entry. */
export const shippingRoutes: FeatureRoutes = {
  feature: 'shipping',
  pages: [
    {
      path: '/shipping',
      layout: 'main',
      right: shippingRights.read,
      titleKey: 'title.planning',
      load: () => import('./planning/ShippingPage.tsx'),
    },
    {
      path: '/shipping-plan/$id',
      layout: 'bare',
      right: shippingRights.view,
      titleKey: 'title.plan',
      load: () => import('./sheet/DriverPlanPage.tsx'),
    },
    {
      path: '/loading/$id',
      layout: 'bare',
      right: shippingRights.view,
      titleKey: 'title.loading',
      load: () => import('./loading/LoadingPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'sales',
      parentKey: 'deliveries',
      key: 'shipping',
      to: '/shipping',
      right: shippingRights.read,
      order: 30,
      icon: Truck,
      shortcut: true,
      count: {
        query: async () => (await import('../domain/contract.ts')).countReady,
        input: {},
        textKey: 'menu.ready',
        quiet: true,
      },
    },
  ],
  parts: [paletteVerbs.part(() => import('./verbs/verbs.ts')), plan, courier, deliveryProof, shippingPanel, driverLink],
}
