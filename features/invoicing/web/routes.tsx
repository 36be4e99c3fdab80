import { lazy, Suspense } from 'react'
import type { OrderDetail } from '#features/orders/domain/contract.ts'
import type { Chosen } from '#features/orders/web/many-orders.tsx'
import { BULK_ACTION, ORDER_ACTION, ORDER_PANEL } from '#features/orders/web/order-parts.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { OPEN } from '../domain/document.ts'

const InvoiceOrder = lazy(() => import('./InvoiceOrder.tsx'))
const CreditAndCancel = lazy(() => import('./CreditAndCancel.tsx'))
const InvoiceMany = lazy(() => import('./InvoiceMany.tsx'))
const AccountingDocument = lazy(() => import('./AccountingDocument.tsx'))

const invoice = ORDER_ACTION.part({
  key: 'invoice',
  standsFor: ({ name }) => name === 'invoice-epsilon' || name === 'invoice-red',
  Button: ({ order }: { order: OrderDetail }) => (
    <Suspense>
      <InvoiceOrder order={order} />
    </Suspense>
  ),
})

const creditAndCancel = ORDER_ACTION.part({
  key: 'credit-and-cancel',
  grave: true,
  standsFor: ({ name, closed }) => name === 'cancel' && closed?.code === 'orders.credit-note-first',
  Button: ({ order }: { order: OrderDetail }) => (
    <Suspense>
      <CreditAndCancel order={order} />
    </Suspense>
  ),
})

const invoiceMany = BULK_ACTION.part({
  status: 'READY-TO-INVOICE',
  selectable: (row) => row.document === null || !OPEN.some((status) => status === row.document),
  Button: ({ chosen, clear }: { chosen: Chosen; clear: () => void }) => (
    <Suspense>
      <InvoiceMany chosen={chosen} clear={clear} />
    </Suspense>
  ),
})

const accountingDocument = ORDER_PANEL.part({
  key: 'accounting-document',
  Panel: ({ order }) => (
    <Suspense>
      <AccountingDocument order={order} />
    </Suspense>
  ),
})

/** Invoicing has no page of its own: its buttons and its panel stand on the pages of orders. */
export const invoicingRoutes: FeatureRoutes = {
  feature: 'invoicing',
  pages: [],
  menu: [],
  parts: [invoice, creditAndCancel, invoiceMany, accountingDocument],
}
