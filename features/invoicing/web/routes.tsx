import { lazy, Suspense } from 'react'
import type { OrderDetail } from '#features/orders/domain/contract.ts'
import type { Chosen } from '#features/orders/web/many-orders.tsx'
import { registerBulkAction, registerOrderAction, registerOrderPanel } from '#features/orders/web/order-parts.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { OPEN } from '../domain/document.ts'

const InvoiceOrder = lazy(() => import('./InvoiceOrder.tsx'))
const CreditAndCancel = lazy(() => import('./CreditAndCancel.tsx'))
const InvoiceMany = lazy(() => import('./InvoiceMany.tsx'))
const AccountingDocument = lazy(() => import('./AccountingDocument.tsx'))

registerOrderAction({
  key: 'invoice',
  standsFor: ({ name }) => name === 'invoice-epsilon' || name === 'invoice-red',
  Button: ({ order }: { order: OrderDetail }) => (
    <Suspense>
      <InvoiceOrder order={order} />
    </Suspense>
  ),
})

registerOrderAction({
  key: 'credit-and-cancel',
  grave: true,
  standsFor: ({ name, closed }) => name === 'cancel' && closed?.code === 'orders.credit-note-first',
  Button: ({ order }: { order: OrderDetail }) => (
    <Suspense>
      <CreditAndCancel order={order} />
    </Suspense>
  ),
})

registerBulkAction({
  status: 'READY-TO-INVOICE',
  selectable: (row) => row.document === null || !OPEN.some((status) => status === row.document),
  Button: ({ chosen, clear }: { chosen: Chosen; clear: () => void }) => (
    <Suspense>
      <InvoiceMany chosen={chosen} clear={clear} />
    </Suspense>
  ),
})

registerOrderPanel('accounting-document', ({ order }) => (
  <Suspense>
    <AccountingDocument order={order} />
  </Suspense>
))

/** Invoicing has no page of its own: its buttons and its panel stand on the pages of orders. */
export const invoicingRoutes: FeatureRoutes = { feature: 'invoicing', pages: [], menu: [] }
