/** For how much a product was sold before: name, input and output of the query, and what its rows come to. */
import { z } from 'zod'
import { defineQuery, zId } from '#kernel/contract.ts'
import { zCents, zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { zOrderStatus } from './contract.ts'
import { ORDER_STATUSES, type OrderStatus } from './order.ts'
import { ordersRights } from './rights.ts'

/** Lines a page of the sales history shows. */
export const HISTORY_PAGE = 50

/** Orders in these statuses are offers, or came to nothing: their prices are shown but are no sales. */
const NO_SALE: readonly OrderStatus[] = ['OFFER', 'OFFER-DELETE', 'CANCELED', 'RETURNED']

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
  /** How far the price lies below the present list price; negative above it, null when there is no list price. */
  discount: zRate.nullable(),
  total: zCents,
})

/** The past lines of a product, the newest first, for one customer or for all; deleted offers are not among them. */
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
    /** Of all lines that count as sold, on whatever page. */
    sold: z.object({
      lines: z.int(),
      quantity: z.int(),
      total: z.int(),
      lastPrice: zUnitPrice.nullable(),
      averagePrice: zUnitPrice.nullable(),
    }),
  }),
})
