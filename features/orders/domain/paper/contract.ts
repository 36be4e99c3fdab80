/** Declares the names, inputs and outputs for printing and mailing orders. */
import { z } from 'zod'
import { zMailText } from '#features/mail/domain/contract.ts'
import { defineCommand, definePaper, definePapers, defineQuery, zId, zVersion } from '#kernel/contract.ts'
import { ordersRights } from '../rights.ts'

/** Returns the order or offer sheet in its current state. */
export const orderSheetPaper = definePaper('orders.sheet', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
  about: ({ id }) => ({ orders: id }),
})

/**
 * The most papers of one PDF and one print, and the most lines on them together. The server keeps the whole PDF in
 * memory while it draws it.
 */
export const MOST_PAPERS = 300
export const MOST_PAPER_LINES = 6_000

/** Returns the sheets of several orders and offers in their current state, in the order of the ids. */
export const orderSheetsPaper = definePapers('orders.sheets', {
  right: ordersRights.read,
  input: z.strictObject({ ids: z.array(zId).min(1).max(MOST_PAPERS) }),
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

/** The most orders of one call of `mailOrders`, and of one press, which makes as many calls as it needs. */
export const MAILED_AT_ONCE = 10
export const MOST_MAILED = 500

/**
 * Mails the sheets of orders to their customers, each with the default text. Orders that are not mailed are returned with
 * the reason. An order that was mailed to the same address since its last change is one of them, so that a second press
 * sends nothing twice.
 */
export const mailOrders = defineCommand('orders.mail-orders', {
  right: ordersRights.write,
  input: z.strictObject({ ids: z.array(zId).min(1).max(MAILED_AT_ONCE) }),
  output: z.object({
    mailed: z.array(z.object({ id: z.int(), to: z.string() })),
    refused: z.array(
      z.object({ id: z.int(), code: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
    ),
  }),
})
