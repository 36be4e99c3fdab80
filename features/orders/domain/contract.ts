/** Declares what the commands take and return that write and move orders, and what all contracts of orders share. */
import { z } from 'zod'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { defineCommand, defineQuery, zId, zOptionalText, zText, zVersion } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zPositiveQuantity, zPrice } from '#kernel/money.ts'
import { shapeOf } from '#kernel/records/fields.ts'
import { ORDER_FIELDS } from './fields.ts'
import { ORDER_STATUSES } from './order.ts'
import { ordersRights } from './rights.ts'

export const zOrderStatus = z.enum(ORDER_STATUSES)

/** The facts of the life cycle that a page needs beside the status and the way of invoicing. */
export const zOrderFacts = z.object({
  short: z.array(z.string()),
  openTasks: z.int(),
  /** True if a document waits for the accounting service or for a person. */
  documentOpen: z.boolean(),
  /** True if a document may still be issued: it is open, or a call may be in progress although a person closed it. */
  documentUnderWay: z.boolean(),
  invoiceAccepted: z.boolean(),
  credited: z.boolean(),
})

/** The most characters in the note of a line. */
export const MOST_NOTE = 500

const zLineInput = z.strictObject({
  productId: zId,
  quantity: zPositiveQuantity,
  /** The price. Without it, the product's current price is used. */
  salesPrice: zPrice.optional(),
  /** A free text that is printed with the line. Without it, the line keeps the note that it has. */
  note: zText(MOST_NOTE).optional(),
  /**
   * True for lent pieces that the customer did not return and buys: the line takes nothing from the stock, and packaging closes
   * their loan. Without it, a line of a changed order stays what it is.
   */
  lost: z.boolean().optional(),
})

const zLoanInput = z.strictObject({
  productId: zId,
  originProductId: zId,
  /** The lent quantity. Without it, the pieces of the line decide. */
  quantity: zPositiveQuantity.optional(),
  /** True if a quantity that differs from what the pieces carry is confirmed. */
  confirmed: z.boolean().default(false),
})

const orderContent = {
  customerId: zId,
  ...shapeOf(ORDER_FIELDS, 'typed'),
  /** The earliest day on which the goods can be ready, as the person was told; null if it was not known. Left out, a change keeps it. */
  readyOn: zDay.nullable().optional(),
  lines: z.array(zLineInput).min(1).max(MOST_LINES),
  loans: z.array(zLoanInput).max(MOST_LINES).default([]),
}

export const createOrder = defineCommand('orders.create-order', {
  right: ordersRights.write,
  input: z.strictObject({ offer: z.boolean().default(false), ...orderContent }),
  output: z.object({ id: z.int(), status: zOrderStatus }),
})

/** Replaces the content of an order, until it is sent for packaging (C-64). */
export const changeOrder = defineCommand('orders.change-order', {
  right: ordersRights.write,
  input: z.strictObject({ id: zId, version: zVersion, ...orderContent }),
  output: z.object({ id: z.int(), status: zOrderStatus, version: z.int() }),
})

/** The transitions that need no further input. */
export const PLAIN_TRANSITIONS = [
  'convert',
  'delete-offer',
  'restore-offer',
  'send',
  'reopen',
  'release',
  'park',
  'unpark',
  're-ship',
  'cancel',
] as const

/**
 * What happens to the open production tasks of an order that is cancelled (C-63). `close` cancels those that are not begun and keeps
 * the others for stock; `keep` keeps all of them for stock.
 */
export const TASKS_OF_CANCELED = ['close', 'keep'] as const
export type TasksOfCanceled = (typeof TASKS_OF_CANCELED)[number]

export const moveOrder = defineCommand('orders.move-order', {
  right: ordersRights.read,
  input: z.strictObject({
    id: zId,
    transition: z.enum(PLAIN_TRANSITIONS),
    version: zVersion.optional(),
    note: zOptionalText(1000),
    /** Only for `cancel`. */
    tasks: z.enum(TASKS_OF_CANCELED).default('close'),
  }),
  output: z.object({ id: z.int(), status: zOrderStatus, version: z.int() }),
})

/** The transitions that are made for many orders at once. */
export const BULK_TRANSITIONS = ['send', 'release'] as const
export type BulkTransition = (typeof BULK_TRANSITIONS)[number]

/**
 * Makes one transition for many orders. Orders that may not move are returned with the reason. Orders with open
 * production tasks are sent only if the person agreed to that (C-10). `reopen` takes the sending back, of orders that are not packed yet.
 */
export const moveOrders = defineCommand('orders.move-orders', {
  right: ordersRights.read,
  input: z.strictObject({
    ids: z.array(zId).min(1).max(500),
    transition: z.enum([...BULK_TRANSITIONS, 'reopen']),
    confirmOpenTasks: z.boolean().default(false),
  }),
  output: z.object({
    moved: z.array(z.int()),
    refused: z.array(
      z.object({ id: z.int(), code: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
    ),
  }),
})

/**
 * Rechecks stock: PENDING-STOCK orders in stock become STOCK-OK, and STOCK-OK orders out of stock go back. Process
 * ignores open tasks. The operations board sends `withoutOpenTasks`, and then orders with open tasks do not become
 * STOCK-OK (C-10).
 */
export const processOrders = defineCommand('orders.process-orders', {
  right: ordersRights.process,
  input: z.strictObject({
    withoutOpenTasks: z.boolean().default(false),
    /** With true the answer names the orders that moved. */
    named: z.boolean().default(false),
  }),
  output: z.object({
    promoted: z.int(),
    demoted: z.int(),
    moved: z.array(z.object({ id: z.int(), status: zOrderStatus })).optional(),
  }),
})

/** The highest number of orders for which Process says the outcome. */
export const MOST_PROCESSED = 500

/**
 * Returns the orders that wait for stock or for packaging, the newest first, and whether something of each is missing. It says after
 * Process the outcome for each order.
 */
export const waitingStock = defineQuery('orders.waiting-stock', {
  right: ordersRights.process,
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(z.object({ id: z.int(), customer: z.string(), status: zOrderStatus, missing: z.boolean() })),
    more: z.boolean(),
  }),
})
