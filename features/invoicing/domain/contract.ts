/** Names, inputs and outputs of invoicing. */
import { z } from 'zod'
import { defineCommand, zId, zText, zVersion } from '#kernel/contract.ts'

/** Sends the invoices of orders to the accounting service; they become INVOICED when it has accepted them. */
export const sendInvoices = defineCommand('invoicing.send-invoices', {
  right: 'invoicing.invoice',
  input: z.strictObject({ ids: z.array(zId).min(1).max(200) }),
  output: z.object({
    sending: z.array(z.int()),
    refused: z.array(
      z.object({ id: z.int(), code: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
    ),
  }),
})

/** Invoices an order without VAT and without a tax document; a reason is asked for and kept (ruling C-32). */
export const invoiceRed = defineCommand('invoicing.invoice-red', {
  right: 'invoicing.red',
  input: z.strictObject({ id: zId, version: zVersion.optional(), reason: zText(500) }),
  output: z.object({ id: z.int() }),
})

/** Takes an accepted invoice back by a credit note and, when that is accepted, cancels its order (ruling C-26). */
export const creditAndCancel = defineCommand('invoicing.credit-and-cancel', {
  right: 'orders.cancel',
  input: z.strictObject({ id: zId, note: zText(1000).optional() }),
  output: z.object({ id: z.int() }),
})
