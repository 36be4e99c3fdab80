/** Names, inputs and outputs of invoicing. */
import { z } from 'zod'
import { INVOICE_MODES } from '#features/orders/domain/order.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { defineCommand, defineQuery, zId, zOptionalText, zText, zVersion } from '#kernel/contract.ts'
import { invoicingRights } from './rights.ts'

/**
 * Sends the invoices of orders to the accounting service; they become INVOICED when it has accepted them. With `release`
 * packaged orders become ready to invoice on the way.
 */
export const sendInvoices = defineCommand('invoicing.send-invoices', {
  right: invoicingRights.invoice,
  input: z.strictObject({ ids: z.array(zId).min(1).max(200), release: z.boolean().default(false) }),
  output: z.object({
    sending: z.array(z.int()),
    refused: z.array(
      z.object({ id: z.int(), code: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
    ),
  }),
})

/** Invoices an order without VAT and without a tax document; a reason is asked for and kept (ruling C-32). */
export const invoiceRed = defineCommand('invoicing.invoice-red', {
  right: invoicingRights.red,
  input: z.strictObject({ id: zId, version: zVersion.optional(), reason: zText(500) }),
  output: z.object({ id: z.int() }),
})

/** Takes an accepted invoice back by a credit note and, when that is accepted, cancels its order (ruling C-26). */
export const creditAndCancel = defineCommand('invoicing.credit-and-cancel', {
  right: ordersRights.cancel,
  input: z.strictObject({ id: zId, note: zOptionalText(1000) }),
  output: z.object({ id: z.int() }),
})

/** Asks the accounting service at once what became of the order's open document. */
export const askAgain = defineCommand('invoicing.ask-again', {
  right: invoicingRights.invoice,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

/** Takes a document that a person found at the accounting service as the order's own, by its MARK; the reason is kept. */
export const enterMark = defineCommand('invoicing.enter-mark', {
  right: invoicingRights.settle,
  input: z.strictObject({ id: zId, mark: z.string().regex(/^[1-9]\d{14}$/), reason: zText(500) }),
  output: z.object({ id: z.int() }),
})

/** Ends a document that was not issued, as a person found at the accounting service; the reason is kept. */
export const confirmNotIssued = defineCommand('invoicing.confirm-not-issued', {
  right: invoicingRights.settle,
  input: z.strictObject({ id: zId, reason: zText(500) }),
  output: z.object({ id: z.int() }),
})

const zParty = z.object({
  name: z.string(),
  vat: z.string(),
  street: z.string(),
  city: z.string(),
  postcode: z.string(),
})

const zInvoiceView = z.object({
  /** How it was invoiced; the kind tells an invoice from the credit note that takes it back. */
  mode: z.enum(INVOICE_MODES),
  kind: z.enum(['invoice', 'credit-note']),
  /** Where it stands at the accounting service; null for what never went there. */
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
    }),
  ),
  rates: z.array(z.object({ rate: z.int(), net: z.int(), vat: z.int() })),
  net: z.int(),
  vat: z.int(),
  total: z.int(),
  mark: z.string().nullable(),
  uid: z.string().nullable(),
  qrUrl: z.string().nullable(),
  errorMessage: z.string().nullable(),
  /** Why it was invoiced without a tax document. */
  reason: z.string().nullable(),
})
export type InvoiceView = z.output<typeof zInvoiceView>

/** The invoices of an order as they were issued, with the credit notes that took them back; the newest first. */
export const invoicesOfOrder = defineQuery('invoicing.of-order', {
  right: ordersRights.read,
  input: z.strictObject({ orderId: zId }),
  output: z.object({ invoices: z.array(zInvoiceView) }),
})

/** Where the invoices stand that went to the accounting service: on their way, accepted today, refused and not sent again. */
export const invoicesUnderWay = defineQuery('invoicing.under-way', {
  right: ordersRights.read,
  input: z.strictObject({}),
  output: z.object({ sending: z.int(), acceptedToday: z.int(), failed: z.int() }),
})
