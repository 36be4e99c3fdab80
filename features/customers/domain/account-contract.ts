/** Declares the queries about a customer's account: figures and lists of orders. */
import { z } from 'zod'
import { defineQuery, zId } from '#kernel/contract.ts'
import { zAging } from '#features/parties/domain/aging.ts'
import { zOverdue } from '#features/parties/domain/due.ts'
import { zDay } from '#kernel/day.ts'
import { zCents, zQuantity } from '#kernel/money.ts'
import { customersRights } from './rights.ts'

const zAccountOrder = z.object({
  id: z.int(),
  status: z.string(),
  createdAt: z.string(),
  expectedDelivery: z.string().nullable(),
  description: z.string(),
  total: zCents,
})

/** Every open order is in one of these lists, the newest first. */
const zOpenOrders = z.object({
  offers: z.array(zAccountOrder),
  pending: z.array(zAccountOrder),
  preparation: z.array(zAccountOrder),
})

/** Returns the statistics of a customer and the lists of the customer page. It reads their whole history. */
export const customerAccountPage = defineQuery('customers.account', {
  right: customersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({
    statistics: z.object({
      /** The number of orders in each status, in the order of the life cycle. */
      orders: z.record(z.string(), z.int()),
      sales: zCents,
      received: zCents,
      refunded: zCents,
      opening: zCents,
      balance: zCents,
      /** Shipped since 1 January. */
      salesThisYear: zCents,
      /** The average total of a shipped order, or null before the first one. */
      averageOrder: zCents.nullable(),
      /** The newest order that is neither an offer nor cancelled. */
      lastOrder: z.object({ id: z.int(), createdAt: z.string(), status: z.string() }).nullable(),
      /** The loan balance, which includes packaged items that are not delivered yet. */
      loans: zQuantity,
    }),
    /** The balance by how long it has been owed. Payments settle the oldest orders first. */
    aging: zAging,
    /** What is open after the day on which it was due; null if nothing is. */
    overdue: zOverdue.nullable(),
    ...zOpenOrders.shape,
    /** Shipped orders, their credit notes in part, payments and the opening balance, oldest first. Received payments are negative. */
    transactions: z.array(
      z.object({
        kind: z.enum(['order', 'credit', 'received', 'refunded', 'opening']),
        id: z.int(),
        date: z.string(),
        /** The type of a payment, or null for any other entry. */
        type: z.string().nullable(),
        reference: z.string(),
        /** The order that a credit note takes back a part of. */
        settles: z.int().nullish(),
        amount: zCents,
        balance: zCents,
        /** True for a cancelled payment and for its counter-entry. */
        cancelled: z.boolean().optional(),
        /** What is open of a charge, and when it is due. Left out if nothing is open. */
        debt: z.object({ open: zCents, due: zDay, late: z.int() }).optional(),
      }),
    ),
    /** True if older transactions are left out. The first balance includes them. */
    truncated: z.boolean(),
    /**
     * The loan balance by product, negative if more came back than was lent. What the customer holds excludes packaged
     * items that are not delivered yet.
     */
    loans: z.array(z.object({ productId: z.int().nullable(), name: z.string(), quantity: zQuantity, held: zQuantity })),
  }),
})

/** Returns what a clerk should know of a customer before an order. It costs little, also for a customer with a long history. */
export const customerStanding = defineQuery('customers.standing', {
  right: customersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({
    balance: zCents,
    /** What is open after the day on which it was due; 0 if nothing is. */
    overdue: zCents,
    /** The lent items that the customer has, without packaged ones that are not delivered yet. */
    held: z.array(z.object({ productId: z.int().nullable(), name: z.string(), quantity: zQuantity })),
  }),
})

/** Returns the open orders of a customer, by list. The rest of their account stays unread. */
export const customerOpenOrders = defineQuery('customers.open-orders', {
  right: customersRights.read,
  input: z.strictObject({ id: zId }),
  output: zOpenOrders,
})
