/** Declares the paper of a tax document and the command that mails it. */
import { z } from 'zod'
import { zMailText } from '#features/mail/domain/contract.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { defineCommand, definePaper, defineQuery, zId } from '#kernel/contract.ts'

/** Returns an issued invoice or credit note as it is printed and mailed. A document that was not issued has a paper
 * only if it was a test, is sent as a file or is handed over without its MARK, and the paper says so. */
export const documentPaper = definePaper('invoicing.document', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
})

/** Returns the initial text of a mail with the document. */
export const documentDraft = defineQuery('invoicing.document-draft', {
  right: ordersRights.write,
  input: z.strictObject({ id: zId }),
  output: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
})

/** Mails the document as PDF. */
export const mailDocument = defineCommand('invoicing.mail-document', {
  right: ordersRights.write,
  input: z.strictObject({ id: zId, ...zMailText }),
  output: z.object({ mailId: z.int() }),
})
