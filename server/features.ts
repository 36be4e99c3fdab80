/** What the features bring to the server: commands, queries, tables of the data API, jobs. */
import { changeCustomerCommand } from '#features/customers/server/change-customer.ts'
import * as customerAccount from '#features/customers/server/account-page.ts'
import { createCustomerCommand } from '#features/customers/server/create-customer.ts'
import { mailStatementCommand, statementDraftQuery } from '#features/customers/server/mail-statement.ts'
import { customerStatementMaker } from '#features/customers/server/statement.ts'
import { findPlacesLookup } from '#features/customers/server/find-places.ts'
import { lookUpVatLookup } from '#features/customers/server/look-up-vat.ts'
import { placeAtLookup } from '#features/customers/server/place-at.ts'
import * as customers from '#features/customers/server/queries.ts'
import { customersTable } from '#features/customers/server/tables.ts'
import {
  creditAndCancelCommand,
  invoiceRed,
  invoiceRedCommand,
  sendInvoicesCommand,
} from '#features/invoicing/server/invoice-orders.ts'
import { askAgainCommand, confirmNotIssuedCommand, enterMarkCommand } from '#features/invoicing/server/end-by-hand.ts'
import { giveUpDocument, sendDocument } from '#features/invoicing/server/jobs.ts'
import { MOST_TRIES as DOCUMENT_TRIES } from '#features/invoicing/domain/document.ts'
import * as invoices from '#features/invoicing/server/queries.ts'
import { SEND_JOB } from '#features/invoicing/server/write-document.ts'
import * as loans from '#features/loans/server/queries.ts'
import { recordLoanCommand } from '#features/loans/server/record-loan.ts'
import { loansTable } from '#features/loans/server/tables.ts'
import { changeOrderCommand } from '#features/orders/server/change-order.ts'
import { createOrderCommand } from '#features/orders/server/create-order.ts'
import type { LockedOrder } from '#features/orders/server/lock-orders.ts'
import { moveOrderCommand, moveOrdersCommand, transitionOrders } from '#features/orders/server/move-order.ts'
import { processOrdersCommand } from '#features/orders/server/process-orders.ts'
import { addNoteCommand } from '#features/notes/server/add-note.ts'
import * as notes from '#features/notes/server/queries.ts'
import { downloadFile, uploadFile } from '#features/notes/server/files.ts'
import { removeNoteCommand } from '#features/notes/server/remove-note.ts'
import { restoreNoteCommand } from '#features/notes/server/restore-note.ts'
import * as mails from '#features/mail/server/queries.ts'
import { retryMailCommand } from '#features/mail/server/retry-mail.ts'
import { MOST_TRIES as MAIL_TRIES } from '#features/mail/domain/mail.ts'
import { giveUpMail, sendMail } from '#features/mail/server/send-mail.ts'
import { SEND_JOB as SEND_MAIL } from '#features/mail/server/write-mail.ts'
import { mailDraftQuery, mailOfferCommand } from '#features/orders/server/mail-offer.ts'
import { orderSheetMaker } from '#features/orders/server/order-sheet.ts'
import * as orders from '#features/orders/server/queries.ts'
import { salesHistoryQuery } from '#features/orders/server/sales-history.ts'
import type { OrderMoves, OrderRecord } from '#features/orders/server/patch-order.ts'
import { custorders } from '#features/orders/server/tables.ts'
import { packageOrderCommand, packOrder } from '#features/packaging/server/package-order.ts'
import * as packaging from '#features/packaging/server/queries.ts'
import { driverDayQuery } from '#features/operations/server/driver-day.ts'
import * as cash from '#features/payments/server/cash.ts'
import { collectPaymentCommand } from '#features/payments/server/collect-payment.ts'
import { handOverCashCommand } from '#features/payments/server/hand-over-cash.ts'
import * as payments from '#features/payments/server/queries.ts'
import { receiveCashCommand } from '#features/payments/server/receive-cash.ts'
import { recordPaymentCommand } from '#features/payments/server/record-payment.ts'
import { paymentsTable } from '#features/payments/server/tables.ts'
import { changeProductCommand } from '#features/products/server/change-product.ts'
import { createProductCommand } from '#features/products/server/create-product.ts'
import * as products from '#features/products/server/queries.ts'
import { trialCostQuery } from '#features/products/server/trial-cost.ts'
import * as reports from '#features/reports/server/queries.ts'
import { searchEverythingQuery } from '#features/search/server/search-everything.ts'
import * as salespersons from '#features/salespersons/server/queries.ts'
import { salespersonsTable } from '#features/salespersons/server/tables.ts'
import * as sections from '#features/sections/server/queries.ts'
import { closeDelivery, closeDeliveryCommand, finishShipmentCommand } from '#features/shipping/server/drive.ts'
import { addDeliveryPhotoCommand, downloadDeliveryPhoto } from '#features/shipping/server/photos.ts'
import { planRouteLookup } from '#features/shipping/server/plan-route.ts'
import { planSheetQuery } from '#features/shipping/server/plan-sheet.ts'
import { planShipmentCommand } from '#features/shipping/server/plan-shipment.ts'
import * as planning from '#features/shipping/server/planning.ts'
import { deliveryProofQuery } from '#features/shipping/server/proof.ts'
import * as shipping from '#features/shipping/server/queries.ts'
import { setVoucherCommand } from '#features/shipping/server/set-voucher.ts'
import { shipmentsTable } from '#features/shipping/server/tables.ts'
import { takeBackLoansCommand } from '#features/shipping/server/take-back-loans.ts'
import { saveShippingListsCommand } from '#features/settings/server/save-shipping-lists.ts'
import { shippingListsQuery } from '#features/settings/server/shipping-lists.ts'
import { adjustStockCommand } from '#features/stock/server/adjust-stock.ts'
import { missingMaterialsQuery } from '#features/stock/server/material-needs.ts'
import * as stock from '#features/stock/server/queries.ts'
import { productsDataTable } from '#features/stock/server/tables.ts'
import * as board from '#features/operations/server/board.ts'
import * as boardNeeds from '#features/operations/server/board-needs.ts'
import * as production from '#features/production/server/queries.ts'
import { tasksTable } from '#features/production/server/tables.ts'
import { createUserCommand } from '#features/users/server/create-user.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Download, Upload } from '#server/bytes.ts'
import type { Command, Lookup, Paper, Query } from '#server/command.ts'
import type { DataTable } from '#server/data-api/table.ts'
import type { Outside } from '#server/integrations/ports.ts'
import { FORGET_JOB, forgetNightly, forgetOld } from '#server/forget-old.ts'
import type { JobRun, JobWork } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import type { Runner } from '#server/runner.ts'
import type { Schedule } from '#server/schedules.ts'
import type { Work } from '#server/work.ts'

// each entry is typed by its own contract; the lists forget which, and the runner checks inputs by it
export const commands = [
  createUserCommand,
  createCustomerCommand,
  changeCustomerCommand,
  mailStatementCommand,
  createProductCommand,
  changeProductCommand,
  adjustStockCommand,
  recordLoanCommand,
  createOrderCommand,
  changeOrderCommand,
  moveOrderCommand,
  moveOrdersCommand,
  processOrdersCommand,
  packageOrderCommand,
  sendInvoicesCommand,
  invoiceRedCommand,
  creditAndCancelCommand,
  askAgainCommand,
  enterMarkCommand,
  confirmNotIssuedCommand,
  planShipmentCommand,
  setVoucherCommand,
  saveShippingListsCommand,
  closeDeliveryCommand,
  finishShipmentCommand,
  addDeliveryPhotoCommand,
  takeBackLoansCommand,
  collectPaymentCommand,
  handOverCashCommand,
  receiveCashCommand,
  recordPaymentCommand,
  mailOfferCommand,
  retryMailCommand,
  addNoteCommand,
  removeNoteCommand,
  restoreNoteCommand,
] as unknown as readonly Command[]

/** What is had as PDF; what stands on it is asked like a query. */
export const papers = [orderSheetMaker, customerStatementMaker] as unknown as readonly Paper[]

export const queries = [
  ...papers,
  mailDraftQuery,
  statementDraftQuery,
  mails.mailsOfRecordQuery,
  searchEverythingQuery,
  trialCostQuery,
  missingMaterialsQuery,
  salesHistoryQuery,
  shippingListsQuery,
  planSheetQuery,
  deliveryProofQuery,
  driverDayQuery,
  ...[
    salespersons,
    customers,
    customerAccount,
    products,
    stock,
    loans,
    orders,
    packaging,
    shipping,
    planning,
    payments,
    cash,
    sections,
    notes,
    invoices,
    reports,
    production,
    board,
    boardNeeds,
  ].flatMap((room) =>
    Object.values(room).filter((entry) => typeof entry === 'object' && entry !== null && 'ask' in entry),
  ),
] as unknown as readonly Query[]

/** What takes files in, and what hands them out. */
export const uploads = [uploadFile] as unknown as readonly Upload[]
export const downloads = [
  downloadFile,
  mails.downloadAttachment,
  downloadDeliveryPhoto,
] as unknown as readonly Download[]

/** What is asked of the outside while a person waits. */
export const lookups = [
  lookUpVatLookup,
  findPlacesLookup,
  placeAtLookup,
  planRouteLookup,
] as unknown as readonly Lookup[]

const close = (action: 'deliver' | 'to-planning' | 'return') => (work: Work, order: LockedOrder) =>
  closeDelivery(work, { orderId: order.id, action })

const words = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What a PATCH of an order's status means where the transition belongs to a feature above orders. */
const orderMoves: OrderMoves = {
  package: (work, order, record) => packOrder(work, { id: order.id, name: words(record.packagedBy) }),
  'invoice-red': (work, order) => invoiceRed(work, { id: order.id, reason: 'API' }),
  'invoice-epsilon': () => refuse('refused', 'orders.not-accepted'),
  plan: (work, order, record: OrderRecord) => {
    const shipping = (record.shipping ?? {}) as Record<string, unknown>
    const driver = words(record.shipping_by) || words(shipping['driver'])
    if (driver === '') refuse('invalid', 'shipping.driver-required')
    return transitionOrders(work, [order], 'plan', { shipping: { ...shipping, driver }, shippingBy: driver })
  },
  deliver: close('deliver'),
  'to-planning': close('to-planning'),
  return: close('return'),
}

/** The tables of the data API. */
export const tables: readonly DataTable[] = [
  salespersonsTable,
  customersTable,
  productsDataTable,
  custorders(orderMoves),
  shipmentsTable,
  loansTable,
  paymentsTable,
  tasksTable,
]

/** The company of a VAT number, as programs of the old helper service ask for it. */
export { lookUpVatLookup }

/** Which order a program wants invoiced through the accounting service, and doing so while it waits. */
export { invoiceAndWait, orderToInvoice } from '#features/invoicing/server/wait-for-document.ts'

/** Which changes a driver hears of. */
export { driverTopics } from '#features/operations/server/driver-topics.ts'

/** How each kind of job is done. */
export const jobWorks = (runner: Runner, outside: () => Outside, log?: Log): Readonly<Record<string, JobWork>> => ({
  [SEND_JOB]: {
    run: sendDocument(runner, () => outside().accounting, log),
    gaveUp: giveUpDocument(runner),
    atOnce: 4,
    tries: DOCUMENT_TRIES,
  },
  [SEND_MAIL]: {
    run: sendMail(runner, () => outside().mail),
    gaveUp: giveUpMail(runner),
    atOnce: 4,
    tries: MAIL_TRIES,
  },
  [FORGET_JOB]: forgetOld(runner.db),
})

/** What each kind of job does. */
export const jobRuns = (runner: Runner, outside: () => Outside): Readonly<Record<string, JobRun>> =>
  Object.fromEntries(Object.entries(jobWorks(runner, outside)).map(([kind, { run }]) => [kind, run]))

/** What is done by the clock. */
export const schedules: readonly Schedule[] = [forgetNightly]
