/** Collects the samples of all features. A new feature adds itself here. */
import * as bankStatements from '#features/bank-statements/server/samples.ts'
import * as backup from '#features/backup/server/samples.ts'
import * as calendar from '#features/calendar/server/samples.ts'
import * as cashDesk from '#features/cash-desk/server/samples.ts'
import * as customers from '#features/customers/server/samples.ts'
import * as driver from '#features/driver/server/samples.ts'
import * as history from '#features/history/server/samples.ts'
import * as imports from '#features/import/server/samples.ts'
import * as deliveryNotes from '#features/delivery-notes/server/samples.ts'
import * as invoicing from '#features/invoicing/server/samples.ts'
import * as keys from '#features/keys/server/samples.ts'
import * as laundry from '#features/laundry/server/samples.ts'
import * as loans from '#features/loans/server/samples.ts'
import * as mail from '#features/mail/server/samples.ts'
import * as merge from '#features/merge/server/samples.ts'
import * as notes from '#features/notes/server/samples.ts'
import * as notifications from '#features/notifications/server/samples.ts'
import * as dashboard from '#features/dashboard/server/samples.ts'
import * as operations from '#features/operations/server/samples.ts'
import * as orders from '#features/orders/server/samples.ts'
import * as packaging from '#features/packaging/server/samples.ts'
import * as payments from '#features/payments/server/samples.ts'
import * as photos from '#features/photos/server/samples.ts'
import * as preferences from '#features/preferences/server/samples.ts'
import * as production from '#features/production/server/samples.ts'
import * as products from '#features/products/server/samples.ts'
import * as buying from '#features/buying/server/samples.ts'
import * as supplierCatalogue from '#features/supplier-catalogue/server/samples.ts'
import * as supplierInvoices from '#features/supplier-invoices/server/samples.ts'
import * as providers from '#features/providers/server/samples.ts'
import * as receiving from '#features/receiving/server/samples.ts'
import * as reminders from '#features/reminders/server/samples.ts'
import * as reports from '#features/reports/server/samples.ts'
import * as salespersons from '#features/salespersons/server/samples.ts'
import * as search from '#features/search/server/samples.ts'
import * as sections from '#features/sections/server/samples.ts'
import * as settings from '#features/settings/server/samples.ts'
import * as shipping from '#features/shipping/server/samples.ts'
import * as stock from '#features/stock/server/samples.ts'
import * as stockProof from '#features/stock-proof/server/samples.ts'
import * as views from '#features/views/server/samples.ts'
import * as webhooks from '#features/webhooks/server/samples.ts'
import * as whatIf from '#features/what-if/server/samples.ts'
import * as users from '#features/users/server/samples.ts'
import type { TestCompany } from '#testing/company.ts'
import type { HistorySample, Sample, Samples, TableSample, TableSamples } from '#server/samples/sample-parts.ts'

type FeatureSamples = {
  readonly samples: Samples
  readonly tableSamples?: TableSamples
  readonly historySample?: HistorySample
}

const FEATURES: readonly FeatureSamples[] = [
  bankStatements,
  backup,
  calendar,
  cashDesk,
  customers,
  driver,
  history,
  imports,
  invoicing,
  deliveryNotes,
  keys,
  laundry,
  loans,
  mail,
  merge,
  notes,
  notifications,
  dashboard,
  operations,
  orders,
  packaging,
  payments,
  photos,
  preferences,
  production,
  products,
  supplierCatalogue,
  buying,
  supplierInvoices,
  providers,
  receiving,
  reminders,
  reports,
  salespersons,
  search,
  sections,
  settings,
  shipping,
  stock,
  stockProof,
  users,
  views,
  webhooks,
  whatIf,
]

/** Returns the samples of all features by name. */
export const samples = (company: TestCompany): Readonly<Record<string, Sample>> =>
  Object.assign({}, ...FEATURES.map((feature) => feature.samples(company))) as Record<string, Sample>

/** Returns the samples of all tables of the data API by name. */
export const tableSamples = (company: TestCompany): Readonly<Record<string, TableSample>> =>
  Object.assign({}, ...FEATURES.map((feature) => feature.tableSamples?.(company) ?? {})) as Record<string, TableSample>

export const historySamples: readonly HistorySample[] = FEATURES.flatMap(({ historySample }) => historySample ?? [])
