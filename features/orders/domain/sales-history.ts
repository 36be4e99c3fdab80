/** Declares the query for past sales of a product, and computes the figures of its rows. */
import { z } from 'zod'
import { defineQuery, zId } from '#kernel/contract.ts'
import { zCents, zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { zOrderStatus } from './contract.ts'
import { ORDER_STATUSES, type OrderStatus, UNORDERED_STATUSES } from './order.ts'
import { ordersRights } from './rights.ts'

/** Lines on a page of the sales history. */
export const HISTORY_PAGE = 50

/** The statuses of offers, cancelled and returned orders, whose prices do not count as sales. */
const NO_SALE: readonly OrderStatus[] = [...UNORDERED_STATUSES, 'RETURNED']

/** The statuses whose lines count as sold. */
export const SOLD_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => !NO_SALE.includes(status))

const zPastLine = z.object({
  orderId: z.int(),
  lineNo: z.int(),
  created: z.string(),
  status: zOrderStatus,
  customerId: z.int(),
  customer: z.string(),
  quantity: zQuantity,
  salesPrice: zUnitPrice,
  /**
   * By what percentage the price is below the current list price. Negative if it is above; null without a list price.
   */
  discount: zRate.nullable(),
  total: zCents,
})

/** Returns the past lines of a product, newest first, for one customer or all. Deleted offers are left out. */
export const salesHistory = defineQuery('orders.sales-history', {
  right: ordersRights.read,
  input: z.strictObject({
    productId: zId,
    customerId: zId.optional(),
    page: z.int().min(1).max(100_000).default(1),
  }),
  output: z.object({
    product: z.object({ id: z.int(), name: z.string(), sku: z.string(), unit: z.string(), listPrice: zUnitPrice }),
    rows: z.array(zPastLine),
    more: z.boolean(),
    /** The sums of all lines that count as sold, on all pages. */
    sold: z.object({
      lines: z.int(),
      quantity: z.int(),
      total: z.int(),
      lastPrice: zUnitPrice.nullable(),
      averagePrice: zUnitPrice.nullable(),
    }),
  }),
})
