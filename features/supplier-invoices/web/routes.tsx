import { FileInput, FilePlus2, PackagePlus } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { recordPreview } from '#web/ui/table/preview/record-previews.ts'
import { invoicesEntity } from '#features/buying/domain/entity.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'

/** Declares the pages of inbound invoices and their menu entries. */
export const supplierInvoicesRoutes: FeatureRoutes = {
  feature: 'purchases',
  pages: [
    {
      path: '/createinvoice',
      layout: 'main',
      right: purchasesRights.write,
      titleKey: 'title.create',
      load: () => import('./entry/CreateInvoicePage.tsx'),
    },
    {
      path: '/invoices',
      layout: 'main',
      right: purchasesRights.read,
      titleKey: 'title.list',
      load: () => import('./list/InvoicesPage.tsx'),
    },
    {
      path: '/invoice-detail/$id',
      layout: 'main',
      right: purchasesRights.read,
      titleKey: 'title.invoice',
      load: () => import('./page/InvoicePage.tsx'),
    },
    {
      path: '/invoice-paper/$id',
      layout: 'bare',
      right: purchasesRights.read,
      titleKey: 'title.paper',
      load: () => import('./paper/InvoicePaperPage.tsx'),
    },
    {
      path: '/stock-material',
      layout: 'main',
      right: purchasesRights.write,
      titleKey: 'title.quick-receipt',
      load: () => import('./receipt/QuickReceiptPage.tsx'),
    },
    {
      path: '/invoice-file/$id',
      layout: 'main',
      right: purchasesRights.write,
      titleKey: 'title.file',
      load: () => import('./from-file/FileDraftPage.tsx'),
    },
    { path: '/invoice-detail', redirect: '/invoices' },
  ],
  found: [{ entity: invoicesEntity, icon: FileInput }],
  menu: [
    {
      group: 'internal',
      parentKey: 'invoices',
      key: 'create',
      to: '/createinvoice',
      right: purchasesRights.write,
      order: 10,
      icon: FilePlus2,
    },
    {
      group: 'internal',
      parentKey: 'invoices',
      key: 'list',
      to: '/invoices',
      right: purchasesRights.read,
      order: 20,
      icon: FileInput,
    },
    {
      tabOf: '/invoices',
      key: 'quick-receipt',
      to: '/stock-material',
      right: purchasesRights.write,
      order: 30,
      icon: PackagePlus,
      shortcut: true,
    },
  ],
  parts: [
    recordPreview({
      page: invoicesEntity.page,
      // invoices, requests and orders at providers
      word: null,
      load: () => import('./preview/InvoicePreview.tsx'),
    }),
  ],
}
