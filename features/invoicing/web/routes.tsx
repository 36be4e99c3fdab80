import { AWAITS_MARK } from '#features/orders/domain/order.ts'
import { FileText, Scale } from '#web/ui/icon/icons.ts'
import { BULK_ACTION, ORDER_ACTION, ORDER_NOTICE, ORDER_PANEL } from '#features/orders/web/order-parts.ts'
import { SETTINGS_PANEL } from '#features/settings/web/settings-parts.ts'
import { type Holder, may } from '#kernel/rights.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'
import { OPEN } from '../domain/document.ts'
import { COMPARISON_PAGE } from '../domain/comparison/page.ts'
import { invoicingRights } from '../domain/rights.ts'
import { TAX_FORM } from '../domain/tax/settings.ts'
import { SENDING_FORM } from '../domain/ways.ts'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'

const mayInvoice = (who: Holder) => may(who, invoicingRights.invoice) || may(who, invoicingRights.red)

const invoice = ORDER_ACTION.part({
  key: 'invoice',
  standsFor: ({ name }) => name === 'invoice-epsilon' || name === 'invoice-red',
  includes: ({ name, closed }, who) => name === 'release' && closed === null && mayInvoice(who),
  Button: lazyPart(() => import('./InvoiceOrder.tsx')),
})

const problemsNotice = ORDER_NOTICE.part({
  key: 'document-problems',
  Notice: lazyPart(() => import('./ProblemsNotice.tsx')),
})

const creditAndCancel = ORDER_ACTION.part({
  key: 'credit-and-cancel',
  grave: true,
  standsFor: ({ name, closed }) => name === 'cancel' && closed?.code === 'orders.credit-note-first',
  Button: lazyPart(() => import('./CreditAndCancel.tsx')),
})

const invoiceMany = BULK_ACTION.part({
  status: 'READY-TO-INVOICE',
  selectable: (row) => row.document === null || ![...OPEN, AWAITS_MARK].some((status) => status === row.document),
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

const comparisonLink = SETTINGS_PANEL.part({
  key: 'comparison-link',
  form: TAX_FORM.name,
  Panel: lazyPart(() => import('./tax-office/ComparisonLink.tsx')),
})

const wayLaw = SETTINGS_PANEL.part({
  key: 'way-law',
  form: SENDING_FORM.name,
  Panel: lazyPart(() => import('./ways/WayLaw.tsx')),
})

/** The page of the comparison with the tax office. Invoicing adds buttons and a panel to the pages of orders, and panels to the settings. */
export const invoicingRoutes: FeatureRoutes = {
  feature: 'invoicing',
  pages: [
    {
      path: COMPARISON_PAGE,
      layout: 'main',
      right: invoicingRights.invoice,
      titleKey: 'title.tax-comparison',
      load: () => import('./tax-office/ComparisonPage.tsx'),
    },
  ],
  found: [{ entity: { name: 'documents' }, icon: FileText }],
  menu: [
    {
      tabOf: '/economics',
      key: 'tax-comparison',
      to: COMPARISON_PAGE,
      right: invoicingRights.invoice,
      order: 17,
      icon: Scale,
    },
  ],
  parts: [
    paletteVerbs.part(() => import('./verbs/verbs.ts')),
    invoice,
    problemsNotice,
    creditAndCancel,
    invoiceMany,
    accountingDocument,
    documentNumbers,
    taxOffice,
    comparisonLink,
    wayLaw,
  ],
}
