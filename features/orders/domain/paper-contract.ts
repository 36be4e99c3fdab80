/** Declares the names, inputs and outputs for printing and mailing orders. */
import { z } from 'zod'
import { zMailText } from '#features/mail/domain/contract.ts'
import { defineCommand, definePaper, defineQuery, zId, zVersion } from '#kernel/contract.ts'
import { ordersRights } from './rights.ts'

/** Returns the order or offer sheet in its current state. */
export const orderSheetPaper = definePaper('orders.sheet', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
})

/** Returns the default recipient and text of a mail with the sheet. */
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
