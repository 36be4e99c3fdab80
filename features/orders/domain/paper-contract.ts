/** Names, inputs and outputs of the papers of orders: the sheet, and mailing it. */
import { z } from 'zod'
import { zMailText } from '#features/mail/domain/contract.ts'
import { defineCommand, definePaper, defineQuery, zId, zVersion } from '#kernel/contract.ts'
import { ordersRights } from './rights.ts'

/** The order or offer sheet, as it stands now. */
export const orderSheetPaper = definePaper('orders.sheet', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
})

/** What a mail with the sheet says unless the person writes something else. */
export const mailDraft = defineQuery('orders.mail-draft', {
  right: ordersRights.write,
  input: z.strictObject({ id: zId }),
  output: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
})

/** Mails an offer, or the sheet of an order, as PDF. */
export const mailOffer = defineCommand('orders.mail-offer', {
  right: ordersRights.write,
  input: z.strictObject({ id: zId, version: zVersion, ...zMailText }),
  output: z.object({ mailId: z.int() }),
})
