/** Lists the features of the product. A new feature adds its manifest here. */
import { bankStatements } from '#features/bank-statements/server/feature.ts'
import { backup } from '#features/backup/server/feature.ts'
import { calendar } from '#features/calendar/server/feature.ts'
import { cashDesk } from '#features/cash-desk/server/feature.ts'
import { customers } from '#features/customers/server/feature.ts'
import { dashboard } from '#features/dashboard/server/feature.ts'
import { driver } from '#features/driver/server/feature.ts'
import { history } from '#features/history/server/feature.ts'
import { imports } from '#features/import/server/feature.ts'
import { invoicing } from '#features/invoicing/server/feature.ts'
import { redMove } from '#features/invoicing/server/invoice-orders.ts'
import { epsilonMove } from '#features/invoicing/server/settle-document.ts'
import { keys } from '#features/keys/server/feature.ts'
import { laundry } from '#features/laundry/server/feature.ts'
import { changeWashing } from '#features/laundry/server/washing.ts'
import { loans } from '#features/loans/server/feature.ts'
import { mail } from '#features/mail/server/feature.ts'
import { merge } from '#features/merge/server/feature.ts'
import { deliveryNotes } from '#features/delivery-notes/server/feature.ts'
import { notes } from '#features/notes/server/feature.ts'
import { notifications } from '#features/notifications/server/feature.ts'
import { forgetDevice, readableDevices } from '#features/notifications/server/push/readable-devices.ts'
import { operations } from '#features/operations/server/feature.ts'
import { orders } from '#features/orders/server/feature.ts'
import { packaging } from '#features/packaging/server/feature.ts'
import { packageMove } from '#features/packaging/server/package-order.ts'
import { payments } from '#features/payments/server/feature.ts'
import { photos } from '#features/photos/server/feature.ts'
import { preferences } from '#features/preferences/server/feature.ts'
import { cancelMove } from '#features/production/server/plan/cancel-order.ts'
import { production } from '#features/production/server/feature.ts'
import { products } from '#features/products/server/feature.ts'
import { providers } from '#features/providers/server/feature.ts'
import { buying } from '#features/buying/server/feature.ts'
import { supplierCatalogue } from '#features/supplier-catalogue/server/feature.ts'
import { supplierInvoices } from '#features/supplier-invoices/server/feature.ts'
import { receiving } from '#features/receiving/server/feature.ts'
import { reminders } from '#features/reminders/server/feature.ts'
import { reports } from '#features/reports/server/feature.ts'
import { salespersons } from '#features/salespersons/server/feature.ts'
import { search } from '#features/search/server/feature.ts'
import { sections } from '#features/sections/server/feature.ts'
import { settings } from '#features/settings/server/feature.ts'
import { settingsForms } from '#features/settings/server/forms.ts'
import { closingMoves } from '#features/shipping/server/drive.ts'
import { driverNames } from '#features/shipping/server/drivers/driver-name.ts'
import { shipping } from '#features/shipping/server/feature.ts'
import { planMove } from '#features/shipping/server/plan-shipment.ts'
import { undoMove } from '#features/shipping/server/stops/undo-closing.ts'
import { seenByDriver } from '#features/shipping/server/own-shipments.ts'
import { stock } from '#features/stock/server/feature.ts'
import { stockProof } from '#features/stock-proof/server/feature.ts'
import { webhooks } from '#features/webhooks/server/feature.ts'
import { changeOwnNameCommand } from '#features/users/server/profile/own-profile.ts'
import { colleaguesWith } from '#features/users/server/notices/colleagues.ts'
import { views } from '#features/views/server/feature.ts'
import { emailOf } from '#features/users/server/email-of.ts'
import { users } from '#features/users/server/feature.ts'
import { whatIf } from '#features/what-if/server/feature.ts'
import { rightsOfRoles } from '#features/users/server/rights/feature.ts'
import type { Right } from '#kernel/rights.ts'
import type { Feature, JobParts } from '#server/feature.ts'
import { housekeeping } from '#app/server/housekeeping.ts'
import type { PushDevices } from '#server/integrations/environment/try-push.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { MergeParts } from '#server/merging/merging.ts'
import type { Announce } from '#server/work.ts'

const companySettings = settings(emailOf)

/**
 * The features that own records or show them. Notes, mails and the search serve records of every kind, so they are
 * listed separately. The search shows its results in the order of this list.
 */
const OWNERS: readonly Feature[] = [
  orders({
    moves: {
      cancel: cancelMove,
      package: packageMove,
      'invoice-epsilon': epsilonMove,
      'invoice-red': redMove,
      plan: planMove,
      ...closingMoves,
      'undo-delivery': undoMove,
    },
    seenByDriver,
  }),
  users(driverNames),
  keys,
  companySettings,
  preferences,
  salespersons,
  customers,
  providers,
  products,
  stock,
  stockProof,
  loans,
  photos,
  supplierCatalogue,
  buying,
  supplierInvoices,
  packaging,
  invoicing,
  shipping,
  deliveryNotes,
  payments,
  production({ changeWashing }),
  laundry,
  reminders,
  receiving,
  sections,
  dashboard,
  operations,
  driver,
  reports,
  cashDesk,
  bankStatements,
  whatIf,
  imports,
]

/** Every event of which other programs can be told. */
export const events = OWNERS.flatMap((feature) => feature.events)

const WITH_WEBHOOKS: readonly Feature[] = [
  ...OWNERS,
  webhooks(events),
  views(() => lists),
  backup({ tables: () => tables, restoring: () => restoring, silent: () => silentRestores }),
]

/** Every kind of record that the features own. */
export const entities = WITH_WEBHOOKS.flatMap((feature) => feature.entities)

/** Every kind of record that the search over everything finds. */
export const searched = WITH_WEBHOOKS.flatMap((feature) => feature.searched)

const OF_THE_BUSINESS: readonly Feature[] = [
  ...WITH_WEBHOOKS,
  notes(entities, colleaguesWith),
  mail(entities),
  search(searched),
  history(entities),
  calendar(WITH_WEBHOOKS.flatMap((feature) => feature.calendar)),
]

/** Every list of which people save views. */
export const lists = OF_THE_BUSINESS.flatMap((feature) => feature.lists)

/** Every kind of fact that waits until somebody solves it. */
export const factKinds = OF_THE_BUSINESS.flatMap((feature) => feature.facts)

const WITH_NOTIFICATIONS: readonly Feature[] = [
  ...OF_THE_BUSINESS,
  notifications({ facts: factKinds, messages: OF_THE_BUSINESS.flatMap((feature) => feature.messages), entities }),
]

/** All that the features declare for merging two records. */
export const mergeParts: MergeParts = {
  kinds: WITH_NOTIFICATIONS.flatMap((feature) => feature.mergeable),
  references: WITH_NOTIFICATIONS.flatMap((feature) => feature.references),
  followings: WITH_NOTIFICATIONS.flatMap((feature) => feature.followings),
  figures: WITH_NOTIFICATIONS.flatMap((feature) => feature.mergeFigures),
  rules: WITH_NOTIFICATIONS.flatMap((feature) => feature.mergeRules),
}

const WITH_MERGES: readonly Feature[] = [...WITH_NOTIFICATIONS, merge(mergeParts)]

const WITH_HOUSEKEEPING: readonly Feature[] = [...WITH_MERGES, housekeeping(WITH_MERGES)]

/** Every form of the settings page, in its order: those of the company itself come first. */
export const forms = [companySettings, ...WITH_HOUSEKEEPING.filter((feature) => feature !== companySettings)].flatMap(
  (feature) => feature.settings,
)

const WITH_FORMS: readonly Feature[] = [...WITH_HOUSEKEEPING, settingsForms(forms)]

export const FEATURES: readonly Feature[] = [...WITH_FORMS, rightsOfRoles(WITH_FORMS)]

/** The kinds of records of which features are notified, and by which right. */
export const notifiedOf = FEATURES.flatMap((feature) =>
  Object.entries(feature.notifiedOf).map(([kind, right]) => ({ kind, right })),
)

/** The places whose open records people see of each other, and by which right. */
export const presence = FEATURES.flatMap((feature) =>
  Object.entries(feature.presence).map(([place, right]) => ({ place, right })),
)

/** Every right that the features and the frame declare. */
export const rights: readonly Right[] = FEATURES.flatMap((feature) => Object.values(feature.rights))
export const commands = FEATURES.flatMap((feature) => feature.commands)
export const papers = FEATURES.flatMap((feature) => feature.papers)
/** Every query, including those of papers. */
export const queries = [...papers, ...FEATURES.flatMap((feature) => feature.queries)]
export const lookups = FEATURES.flatMap((feature) => feature.lookups)
export const uploads = FEATURES.flatMap((feature) => feature.uploads)
export const downloads = FEATURES.flatMap((feature) => feature.downloads)
export const pictures = FEATURES.flatMap((feature) => feature.pictures)
export const tables = FEATURES.flatMap((feature) => feature.tables)
export const schedules = FEATURES.flatMap((feature) => feature.schedules)
/** What features do when a restore replaces the records of all of them. */
export const restoring = FEATURES.flatMap((feature) => feature.restoring)
/** What features do at the end of every restore, so that what came back is announced to nobody. */
export const silentRestores = FEATURES.flatMap((feature) => feature.afterRestore)
/** What the database derives by triggers. */
export const derived = FEATURES.flatMap((feature) => feature.derived)
export const retentions = FEATURES.flatMap((feature) => feature.retentions)

/** Writes what follows from a command by all features, in its transaction. Returns true if it wrote jobs. */
export const writeEvents: Announce = async (...given) => {
  let jobs = false
  for (const { announces } of FEATURES) for (const announce of announces) if (await announce(...given)) jobs = true
  return jobs
}

/** Returns how each kind of job runs, by the name of the kind. */
export const jobWorks = (parts: JobParts): Readonly<Record<string, JobWork>> =>
  Object.assign({}, ...FEATURES.map((feature) => feature.jobs(parts))) as Record<string, JobWork>

export { customerLookups } from '#features/customers/server/customer-kind.ts'
export { invoiceAndWait, orderToInvoice } from '#features/invoicing/server/wait-for-document.ts'
/** Changes the user name of a person, for the helper API. */
export const changeOwnName = changeOwnNameCommand(driverNames)
/** Copies everything of a database into an empty one. */
export { moveContents } from '#features/backup/server/contents/move.ts'
export { exportTo } from '#features/backup/server/out/export-to.ts'
/** What the set-up of an empty database may do with backups. */
export { restoreFirst } from '#features/backup/server/set-up/restore-first.ts'
/** Finds the key of a program and counts its requests. */
export { FactKeeper } from '#features/notifications/server/fact-keeper.ts'
export { type ProgramKey, ProgramKeys } from '#features/keys/server/program-keys.ts'
export { driverTopics, OWN_KINDS } from '#features/driver/server/driver-topics.ts'
/** The devices to which the trial of push notifications sends. */
export const pushDevices: PushDevices = { readable: readableDevices, forget: forgetDevice }
/** Sums the documents of a period for programs. */
export { readSales, readTotals, zSalesAsked, zTotalsAsked } from '#features/reports/server/program-totals.ts'
/** Encrypts the secrets that an earlier version stored in clear. */
export { sealEarlierSecrets } from '#features/webhooks/server/stored-secret.ts'
