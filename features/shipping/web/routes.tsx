import { Truck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { OrderDetail } from '#features/orders/domain/contract.ts'
import { ORDER_ACTION, ORDER_PANEL } from '#features/orders/web/order-parts.ts'
import type { FeatureRoutes } from '#web/routes.ts'

const CourierOrder = lazy(() => import('./CourierOrder.tsx'))
const OrderShipping = lazy(() => import('./OrderShipping.tsx'))
const DeliveryProof = lazy(() => import('./DeliveryProof.tsx'))

const courier = ORDER_ACTION.part({
  key: 'courier',
  standsFor: ({ name }) => name === 'deliver',
  Button: ({ order }: { order: OrderDetail }) => (
    <Suspense>
      <CourierOrder order={order} />
    </Suspense>
  ),
})

const deliveryProof = ORDER_PANEL.part({
  key: 'delivery-proof',
  Panel: ({ order }) => (
    <Suspense>
      <DeliveryProof order={order} />
    </Suspense>
  ),
})

const shippingPanel = ORDER_PANEL.part({
  key: 'shipping',
  Panel: ({ order }) => (
    <Suspense>
      <OrderShipping order={order} />
    </Suspense>
  ),
})

/** Planning of shipments, the sheet for the driver, and the place in the menu. */
export const shippingRoutes: FeatureRoutes = {
  feature: 'shipping',
  pages: [
    {
      path: '/shipping',
      layout: 'main',
      right: 'shipping.read',
      titleKey: 'title.planning',
      load: () => import('./ShippingPage.tsx'),
    },
    {
      path: '/shipping-plan/$id',
      layout: 'bare',
      right: 'shipping.view',
      titleKey: 'title.plan',
      load: () => import('./DriverPlanPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'sales',
      parentKey: 'deliveries',
      key: 'shipping',
      to: '/shipping',
      right: 'shipping.read',
      order: 30,
      icon: Truck,
      shortcut: true,
    },
  ],
  parts: [courier, deliveryProof, shippingPanel],
}
