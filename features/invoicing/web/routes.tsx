import { FileText } from 'lucide-react'
import { BULK_ACTION, ORDER_ACTION, ORDER_PANEL } from '#features/orders/web/order-parts.ts'
import { SETTINGS_PANEL } from '#features/settings/web/settings-parts.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'
import { OPEN } from '../domain/document.ts'
import { TAX_FORM } from '../domain/tax/settings.ts'

const invoice = ORDER_ACTION.part({
  key: 'invoice',
  standsFor: ({ name }) => name === 'invoice-epsilon' || name === 'invoice-red',
  Button: lazyPart(() => import('./InvoiceOrder.tsx')),
})

const creditAndCancel = ORDER_ACTION.part({
  key: 'credit-and-cancel',
  grave: true,
  standsFor: ({ name, closed }) => name === 'cancel' && closed?.code === 'orders.credit-note-first',
  Button: lazyPart(() => import('./CreditAndCancel.tsx')),
})

const invoiceMany = BULK_ACTION.part({
  status: 'READY-TO-INVOICE',
  selectable: (row) => row.document === null || !OPEN.some((status) => status === row.document),
  Button: lazyPart(() => import('./InvoiceMany.tsx')),
})

const accountingDocument = ORDER_PANEL.part({
  key: 'accounting-document',
  Panel: lazyPart(() => import('./AccountingDocument.tsx')),
})

const documentNumbers = SETTINGS_PANEL.part({
  key: 'document-numbers',
  form: TAX_FORM.name,
  Panel: lazyPart(() => import('./numbers/DocumentNumbers.tsx')),
})

const taxOffice = SETTINGS_PANEL.part({
  key: 'tax-office',
  form: TAX_FORM.name,
  Panel: lazyPart(() => import('./tax-office/TaxOfficeAccounts.tsx')),
})

const compareDocuments = SETTINGS_PANEL.part({
  key: 'compare-documents',
  form: TAX_FORM.name,
  Panel: lazyPart(() => import('./tax-office/CompareDocuments.tsx')),
})

/** Invoicing has no page. It adds buttons and a panel to the pages of orders, and panels to the settings. */
export const invoicingRoutes: FeatureRoutes = {
  feature: 'invoicing',
  pages: [],
  found: [{ entity: { name: 'documents' }, icon: FileText }],
  menu: [],
  parts: [invoice, creditAndCancel, invoiceMany, accountingDocument, documentNumbers, taxOffice, compareDocuments],
}
