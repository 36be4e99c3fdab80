/** Declares the lists of orders: their filters, sorts and rows, the counts, and the orders of a bulk action. */
import { z } from 'zod'
import { countOutput, defineQuery, listInput, listOutput, sumsOutput, zId, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { filtersOf, sortsOf } from '#kernel/records/list.ts'
import { shapeOf } from '#kernel/records/fields.ts'
import { zOrderStatus } from './contract.ts'
import { LISTED_FIELDS } from './fields.ts'
import { ORDER_STATUSES, SHOWN_DOCUMENT_STATUSES } from './order.ts'
import { ordersRights } from './rights.ts'

/** The filters of order lists. */
export const orderFilters = {
  status: z.array(zOrderStatus).max(ORDER_STATUSES.length),
  notStatus: z.array(zOrderStatus).max(ORDER_STATUSES.length),
  createdFrom: zDay,
  createdTo: zDay,
  ...filtersOf(LISTED_FIELDS),
  id: zText(20),
  name: zText(200),
  label: zText(200),
  /** Words of the delivery address. All must match. */
  address: zText(200),
  customerId: zId,
  lineCountFrom: z.int(),
  lineCountTo: z.int(),
  productsFrom: z.int(),
  productsTo: z.int(),
  vatFrom: z.int(),
  vatTo: z.int(),
  totalFrom: z.int(),
  totalTo: z.int(),
  invoicedFrom: zDay,
  invoicedTo: zDay,
  /** The status of the newest invoice, where it was not accepted. */
  document: z.array(z.enum(SHOWN_DOCUMENT_STATUSES)).max(SHOWN_DOCUMENT_STATUSES.length),
}

export const ORDER_SORTS = [
  ...sortsOf(LISTED_FIELDS),
  'created',
  'name',
  'label',
  'status',
  'address',
  'lineCount',
  'products',
  'vat',
  'total',
  'invoicedOn',
] as const

export const zOrderRow = z.object({
  id: z.int(),
  created: z.string(),
  name: z.string(),
  label: z.string(),
  ...shapeOf(LISTED_FIELDS, 'stored'),
  status: zOrderStatus,
  address: z.string(),
  lineCount: z.int(),
  products: z.int(),
  vat: z.int(),
  total: z.int(),
  invoicedOn: z.string().nullable(),
  /** The status of the newest accounting document that is not accepted, for orders to invoice and returned orders. */
  document: z.string().nullable(),
  /** The number of open production tasks while the order is STOCK-OK, otherwise 0. */
  openTasks: z.int(),
  version: z.int(),
})
export type OrderRow = z.output<typeof zOrderRow>

/** A field of an order, its goods or its customer that has a searched word; `text` is empty for an amount. */
export const zFoundIn = z.object({
  field: z.enum(['description', 'driverNote', 'deliveryAddress', 'lines', 'vat', 'phone', 'products']),
  text: z.string(),
})
export type FoundIn = z.output<typeof zFoundIn>

export const orderListInput = listInput(orderFilters, ORDER_SORTS)
export const listOrders = defineQuery('orders.list', {
  right: ordersRights.read,
  input: orderListInput,
  output: listOutput(zOrderRow),
})
export const countOrders = defineQuery('orders.count', {
  right: ordersRights.read,
  input: orderListInput,
  output: countOutput,
})

/** Sums the amounts of all orders of a list. */
export const sumOrders = defineQuery('orders.sums', {
  right: ordersRights.read,
  input: orderListInput,
  output: sumsOutput,
})

/** The maximum number of orders for one bulk action. */
export const MOST_TOGETHER = 5_000

/**
 * Returns the ids of the orders of a list for bulk actions: oldest first, at most `MOST_TOGETHER`, and how many of them
 * have open production tasks. `more` is true if the list has further orders.
 */
export const orderIds = defineQuery('orders.ids', {
  right: ordersRights.read,
  input: orderListInput,
  output: z.object({ ids: z.array(z.int()), more: z.boolean(), withOpenTasks: z.int() }),
})

/** Returns the number of orders in each status. */
export const orderCounts = defineQuery('orders.counts', {
  right: ordersRights.read,
  input: z.strictObject({}),
  output: z.object({ counts: z.record(z.string(), z.int()) }),
})
