/** Declares the names, inputs and outputs of invoicing. */
import { z } from 'zod'
import { DOCUMENT_KINDS, INVOICE_MODES } from '#features/orders/domain/order.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import {
  defineCommand,
  defineQuery,
  type OutputOf,
  zFileAnswer,
  zId,
  zOptionalText,
  zText,
  zVersion,
} from '#kernel/contract.ts'
import { zCents, zPositiveQuantity, zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { PAYMENT_WAY_NAMES } from '#kernel/tax/payment-ways.ts'
import { TAX_DOCUMENT_TYPES } from '#kernel/tax/tax-document.ts'
import { zMark } from '#kernel/tax/mark.ts'
import { invoicingRights } from './rights.ts'
import { NO_ACCOUNTING } from './sending.ts'
import { CORRECTED, TAX_PROBLEMS } from './tax/problems.ts'
import { WAYS } from './ways.ts'

/** The orders whose documents one call prepares. */
export const zIdsToInvoice = z.array(zId).min(1).max(200)

/**
 * Sends the invoices of orders to the accounting service. An order becomes INVOICED when the service has accepted its
 * invoice. With `release`, packaged orders become READY-TO-INVOICE first. Orders of customers without a VAT number, of those who
 * closed their business, of those whose number VIES did not verify, and of companies abroad that are charged VAT, are refused, unless
 * `withoutVat`, `closed`, `unverified` or `vatAbroad` says that the person was warned. Each speaks for one warning only.
 */
export const sendInvoices = defineCommand('invoicing.send-invoices', {
  right: invoicingRights.invoice,
  input: z.strictObject({
    ids: zIdsToInvoice,
    release: z.boolean().default(false),
    withoutVat: z.boolean().default(false),
    closed: z.boolean().default(false),
    unverified: z.boolean().default(false),
    vatAbroad: z.boolean().default(false),
  }),
  output: z.object({
    sending: z.array(z.int()),
    refused: z.array(
      z.object({ id: z.int(), code: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
    ),
  }),
})

/** Sets how the customer pays an order that is not invoiced yet; empty for the usual way of the customer. */
export const choosePaymentWay = defineCommand('invoicing.choose-payment-way', {
  right: invoicingRights.invoice,
  input: z.strictObject({ id: zId, paymentWay: z.enum(['', ...PAYMENT_WAY_NAMES]) }),
  output: z.object({ id: z.int() }),
})

/**
 * Takes the VAT off the lines of an order for a company abroad, and off the goods of one for a private person outside the union, whose
 * services keep it. With `charged` it gives lines without VAT the rate of their product again. Refuses an order that is invoiced or whose document is under way, and to take the VAT off for anybody else (`whyVatStays`).
 */
export const chargeVat = defineCommand('invoicing.charge-vat', {
  right: invoicingRights.invoice,
  input: z.strictObject({ id: zId, version: zVersion, charged: z.boolean() }),
  output: z.object({ id: z.int() }),
})

/**
 * Invoices an order without VAT and without a tax document. The reason is required and stored (C-32). With `release`, a packaged order
 * becomes READY-TO-INVOICE first.
 */
export const invoiceRed = defineCommand('invoicing.invoice-red', {
  right: invoicingRights.red,
  input: z.strictObject({
    id: zId,
    version: zVersion.optional(),
    reason: zText(500),
    release: z.boolean().default(false),
  }),
  output: z.object({ id: z.int() }),
})

/** Sends a credit note for an accepted invoice. When the service has accepted it, the order is cancelled (C-26). */
export const creditAndCancel = defineCommand('invoicing.credit-and-cancel', {
  right: ordersRights.cancel,
  input: z.strictObject({ id: zId, note: zOptionalText(1000) }),
  output: z.object({ id: z.int() }),
})

const zLineNo = z.int().min(1).max(10_000)

/** Returns the lines of an invoiced order with what credit notes have left of them, and why none can be credited. */
export const creditableLines = defineQuery('invoicing.creditable', {
  right: ordersRights.cancel,
  input: z.strictObject({ orderId: zId }),
  output: z.object({
    /** The code of the refusal, or null. */
    closed: z.string().nullable(),
    version: z.int(),
    /** True if a receipt was issued, whose credit note names no document. */
    ofReceipt: z.boolean(),
    /** The MARK of the invoice, which the credit note names; null if it is not known. */
    mark: z.string().nullable(),
    lines: z.array(
      z.object({
        lineNo: z.int(),
        name: z.string(),
        unit: z.string(),
        price: zUnitPrice,
        vatRate: zRate,
        quantity: zQuantity,
        net: zCents,
        vat: zCents,
        credited: z.object({ quantity: zQuantity, net: zCents, vat: zCents }),
      }),
    ),
  }),
  about: ({ orderId }) => ({ orders: orderId }),
})

/**
 * Sends a credit note for some lines of an invoiced order. The order stays as it is, no stock moves, and what the customer owes falls
 * when the service has accepted the credit note. All credit notes together never exceed the invoice.
 */
export const creditPart = defineCommand('invoicing.credit-part', {
  right: ordersRights.cancel,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    lines: z
      .array(z.strictObject({ lineNo: zLineNo, quantity: zPositiveQuantity }))
      .min(1)
      .max(1000),
    note: zOptionalText(1000),
  }),
  output: z.object({ id: z.int() }),
})

/** Asks the accounting service at once for the state of the order's open document. */
export const askAgain = defineCommand('invoicing.ask-again', {
  right: invoicingRights.invoice,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

/**
 * Stores the MARK of a document that a person has found at the accounting service. The reason is required and stored.
 */
export const enterMark = defineCommand('invoicing.enter-mark', {
  right: invoicingRights.settle,
  input: z.strictObject({ id: zId, mark: zMark, reason: zText(500) }),
  output: z.object({ id: z.int() }),
})

/**
 * Marks a document as not issued, as a person has found at the accounting service. The reason is required and stored. Refused until some
 * minutes after the last call. The service is asked first, and the tax office where the company has an account.
 */
export const confirmNotIssued = defineCommand('invoicing.confirm-not-issued', {
  right: invoicingRights.settle,
  input: z.strictObject({ id: zId, reason: zText(500) }),
  /** `issued` is the MARK of a document that the service or the tax office has: it is recorded instead. */
  output: z.object({ id: z.int(), issued: z.string().nullable() }),
})

/**
 * Lets the open document of an order be handed over without its MARK, because the connection to the accounting service is lost. Its paper
 * says so, and it is sent when the connection is back. The reason is required and stored.
 */
export const withoutMark = defineCommand('invoicing.without-mark', {
  right: invoicingRights.invoice,
  input: z.strictObject({ id: zId, reason: zText(500) }),
  output: z.object({ id: z.int() }),
})

const numbered = {
  series: zText(50),
  year: z.int().min(0).max(9_999),
  branch: z.int().min(0).max(9_999),
  number: z.int().min(1).max(1e15),
}

/**
 * Declares void the number of a document that was refused and is not sent again. The reason is required and stored. The next
 * document of the order gets another number. The service is asked first; a document that it has becomes issued instead.
 */
export const voidNumber = defineCommand('invoicing.void-number', {
  right: invoicingRights.settle,
  input: z.strictObject({
    ...numbered,
    reason: zText(500),
    /** The person looked at the service themselves, because it cannot be asked. */
    unasked: z.boolean().default(false),
  }),
  /** `issued` is the MARK of a document that the service has: the number is not void, and the document is recorded. */
  output: z.object({ orderId: z.int(), issued: z.string().nullable() }),
})

/** How many minutes after a restore on another server a person may say that nothing more was issued, where the tax office cannot be asked. */
export const UNREAD_MINUTES = 15

/**
 * Reads after a restore on another server which documents were issued since the backup, and adopts them: their numbers are given out, and
 * they are listed as issued and in no book. Without an account at the tax office a person says with a reason that they looked and entered the
 * next numbers. Until then no document is written (C-101).
 */
export const readDocuments = defineCommand('invoicing.read-documents', {
  right: invoicingRights.settle,
  input: z.strictObject({ reason: z.string().trim().max(500).default('') }),
  /** How many documents were adopted. */
  output: z.object({ adopted: z.int() }),
})

/** The most counters and open numbers that are listed. */
export const MOST_SERIES = 100
export const MOST_OPEN_NUMBERS = 200
/** The most documents that are listed as issued and in no book. */
export const MOST_LOST = 200

/**
 * Returns the counter of each series, and the numbers that were given out, are not issued, and have no document under way. `known` is
 * false for a number whose order a restore removed.
 */
export const documentNumbers = defineQuery('invoicing.numbers', {
  right: invoicingRights.invoice,
  input: z.strictObject({}),
  output: z.object({
    series: z.array(
      z.object({
        series: z.string(),
        year: z.int(),
        branch: z.int(),
        first: z.int(),
        last: z.int(),
        skipped: z.int(),
      }),
    ),
    open: z.array(z.object({ ...numbered, orderId: z.int(), known: z.boolean(), takenAt: z.string() })),
    /** What was issued and is in no book, because a restore removed it or another server issued it; newest first. */
    lost: z.array(
      z.object({
        id: z.int(),
        series: z.string(),
        number: z.int().nullable(),
        day: z.string(),
        mark: z.string().nullable(),
        /** Null if the order is not known or no longer here. */
        orderId: z.int().nullable(),
      }),
    ),
    /** Since when documents may have been issued by another server, and whether the tax office can be asked for them; null if all are read. */
    unread: z.object({ since: z.string(), asks: z.boolean() }).nullable(),
  }),
})
export type ListedNumbers = OutputOf<typeof documentNumbers>

const zParty = z.object({
  name: z.string(),
  vat: z.string(),
  street: z.string(),
  /** Documents of earlier versions have the number in `street`, and none of the other texts. */
  streetNumber: z.string(),
  city: z.string(),
  postcode: z.string(),
  country: z.string(),
  taxOffice: z.string(),
  profession: z.string(),
  gemi: z.string(),
})

const zInvoiceView = z.object({
  /** The id of the stored document, by which its paper and its file are read; null for Red. */
  documentId: z.int().nullable(),
  /** The type of the document in the law; null for an invoice that is no tax document or of an earlier version. */
  type: z.enum(TAX_DOCUMENT_TYPES).nullable(),
  /** The code of the way of payment; null if the document does not say it. */
  paymentWay: z.int().nullable(),
  dueDay: z.string().nullable(),
  /** How the order was invoiced. `kind` tells an invoice from the credit note that cancels it. */
  mode: z.enum(INVOICE_MODES),
  kind: z.enum(DOCUMENT_KINDS),
  /** The state at the accounting service, AWAITS-MARK if a person enters its MARK, or null if the document never went there. */
  status: z.string().nullable(),
  refcode: z.string(),
  series: z.string(),
  number: z.int(),
  day: z.string().nullable(),
  issuer: zParty,
  customer: zParty,
  lines: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      unit: z.string(),
      quantity: z.int(),
      price: z.int(),
      vatRate: z.int(),
      net: z.int(),
      vat: z.int(),
      /** What `vat` contains of the VAT of all lines of the rate (C-93). */
      vatRounding: z.int(),
      /** The code of the reason why the line has no VAT, or null. */
      exemption: z.int().nullable(),
    }),
  ),
  rates: z.array(z.object({ rate: z.int(), net: z.int(), vat: z.int(), rounding: z.int() })),
  net: z.int(),
  vat: z.int(),
  total: z.int(),
  mark: z.string().nullable(),
  uid: z.string().nullable(),
  qrUrl: z.string().nullable(),
  /** The reason for invoicing without a tax document. */
  reason: z.string().nullable(),
})
export type InvoiceView = z.output<typeof zInvoiceView>

/** Returns the invoices of an order as they were issued, with their credit notes, newest first. */
export const invoicesOfOrder = defineQuery('invoicing.of-order', {
  right: ordersRights.read,
  input: z.strictObject({ orderId: zId }),
  output: z.object({ invoices: z.array(zInvoiceView) }),
  about: ({ orderId }) => ({ orders: orderId }),
})

/** Returns a document as XML of myDATA. */
export const documentXml = defineQuery('invoicing.document-xml', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
  output: zFileAnswer,
})

/** What forbids an invoice. */
export const zProblems = z.array(
  z.object({
    code: z.enum(TAX_PROBLEMS),
    of: z.enum(CORRECTED),
    id: z.int().nullable(),
    field: z.string(),
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
)

/**
 * Returns what forbids the invoice of an order, each with the record and the field that a person must correct. Empty if nothing
 * does.
 */
export const documentProblems = defineQuery('invoicing.problems', {
  right: invoicingRights.invoice,
  input: z.strictObject({ orderId: zId }),
  output: z.object({
    /** The way of payment of the order, empty if it has none of its own, and what holds then. */
    paymentWay: z.object({ own: z.enum(['', ...PAYMENT_WAY_NAMES]), usual: z.enum(PAYMENT_WAY_NAMES) }),
    vat: z.object({
      /** True if a line has VAT that would be taken off. */
      charged: z.boolean(),
      /** True if services have VAT that stays when that of goods is taken off, because only the goods are an export. */
      servicesKeep: z.boolean(),
      /** True if a line has no VAT although its product has. */
      takenOff: z.boolean(),
      /** The code of the refusal to take the VAT off, or null. */
      stays: z.string().nullable(),
    }),
    problems: zProblems,
  }),
})

/** Returns by which way documents are sent, and why none can be sent, or null. */
export const accountingState = defineQuery('invoicing.accounting', {
  right: invoicingRights.invoice,
  input: z.strictObject({}),
  output: z.object({ missing: z.enum(NO_ACCOUNTING).nullable(), way: z.enum(WAYS) }),
})

/** Counts the invoices sent to the accounting service: under way, waiting for a MARK that a person enters, accepted today, and refused without a new attempt. */
export const invoicesUnderWay = defineQuery('invoicing.under-way', {
  right: ordersRights.read,
  input: z.strictObject({}),
  output: z.object({ sending: z.int(), awaitsMark: z.int(), acceptedToday: z.int(), failed: z.int() }),
})
