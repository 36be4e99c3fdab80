/** Lists the features that have pages. A new feature adds its line here. */
import { bankStatementsRoutes } from '#features/bank-statements/web/routes.tsx'
import { backupRoutes } from '#features/backup/web/routes.tsx'
import { calendarRoutes } from '#features/calendar/web/routes.tsx'
import { cashDeskRoutes } from '#features/cash-desk/web/routes.tsx'
import { customersRoutes } from '#features/customers/web/routes.tsx'
import { productsRoutes } from '#features/products/web/routes.tsx'
import { stockRoutes } from '#features/stock/web/routes.tsx'
import { stockProofRoutes } from '#features/stock-proof/web/routes.tsx'
import { historyRoutes } from '#features/history/web/routes.tsx'
import { mergeRoutes } from '#features/merge/web/routes.tsx'
import { laundryRoutes } from '#features/laundry/web/routes.tsx'
import { importRoutes } from '#features/import/web/routes.tsx'
import { deliveryNotesRoutes } from '#features/delivery-notes/web/routes.tsx'
import { invoicingRoutes } from '#features/invoicing/web/routes.tsx'
import { keysRoutes } from '#features/keys/web/routes.tsx'
import { orderEntryRoutes } from '#features/order-entry/web/routes.tsx'
import { ordersRoutes } from '#features/orders/web/routes.tsx'
import { dashboardRoutes } from '#features/dashboard/web/routes.tsx'
import { driverRoutes } from '#features/driver/web/routes.tsx'
import { notificationsRoutes } from '#features/notifications/web/routes.tsx'
import { operationsRoutes } from '#features/operations/web/routes.tsx'
import { productionRoutes } from '#features/production/web/routes.tsx'
import { photosRoutes } from '#features/photos/web/routes.tsx'
import { packagingRoutes } from '#features/packaging/web/routes.tsx'
import { paymentsRoutes } from '#features/payments/web/routes.tsx'
import { providersRoutes } from '#features/providers/web/routes.tsx'
import { buyingRoutes } from '#features/buying/web/routes.tsx'
import { supplierCatalogueRoutes } from '#features/supplier-catalogue/web/routes.tsx'
import { supplierInvoicesRoutes } from '#features/supplier-invoices/web/routes.tsx'
import { receivingRoutes } from '#features/receiving/web/routes.tsx'
import { remindersRoutes } from '#features/reminders/web/routes.tsx'
import { reportsRoutes } from '#features/reports/web/routes.tsx'
import { salespersonsRoutes } from '#features/salespersons/web/routes.tsx'
import { sectionsRoutes } from '#features/sections/web/routes.tsx'
import { settingsRoutes } from '#features/settings/web/routes.tsx'
import { shippingRoutes } from '#features/shipping/web/routes.tsx'
import { usersRoutes } from '#features/users/web/routes.tsx'
import { viewsRoutes } from '#features/views/web/routes.tsx'
import { webhooksRoutes } from '#features/webhooks/web/routes.tsx'
import { whatIfRoutes } from '#features/what-if/web/routes.tsx'
import type { FeatureRoutes } from '#web/routes.ts'

export const FEATURES: readonly FeatureRoutes[] = [
  ordersRoutes,
  orderEntryRoutes,
  invoicingRoutes,
  deliveryNotesRoutes,
  laundryRoutes,
  customersRoutes,
  providersRoutes,
  productsRoutes,
  stockRoutes,
  whatIfRoutes,
  stockProofRoutes,
  photosRoutes,
  dashboardRoutes,
  calendarRoutes,
  operationsRoutes,
  driverRoutes,
  packagingRoutes,
  paymentsRoutes,
  bankStatementsRoutes,
  productionRoutes,
  supplierCatalogueRoutes,
  buyingRoutes,
  supplierInvoicesRoutes,
  cashDeskRoutes,
  receivingRoutes,
  remindersRoutes,
  reportsRoutes,
  salespersonsRoutes,
  sectionsRoutes,
  settingsRoutes,
  shippingRoutes,
  usersRoutes,
  keysRoutes,
  backupRoutes,
  webhooksRoutes,
  historyRoutes,
  mergeRoutes,
  notificationsRoutes,
  viewsRoutes,
  importRoutes,
]
