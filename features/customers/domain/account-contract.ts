/** What is asked about a customer's account: the lists and figures of his page, and what was changed of him. */
import { z } from 'zod'
import { defineQuery, historyInput, historyOutput, zId } from '#kernel/contract.ts'
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

/** Statistics of a customer and the lists of his page. Every open order stands in one of the three lists. */
export const customerAccountPage = defineQuery('customers.account', {
  right: customersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({
    statistics: z.object({
      /** How many orders stand in each status. */
      orders: z.record(z.string(), z.int()),
      sales: zCents,
      received: zCents,
      refunded: zCents,
      balance: zCents,
      /** Shipped since 1 January. */
      salesThisYear: zCents,
      /** What a shipped order comes to; null before the first. */
      averageOrder: zCents.nullable(),
      /** The newest order that is neither an offer nor canceled. */
      lastOrder: z.object({ id: z.int(), createdAt: z.string(), status: z.string() }).nullable(),
      /** The loan balance, with what is packed for the customer and not delivered yet. */
      loans: zQuantity,
    }),
    /** What of the balance is owed for how long; payments settle the oldest first. */
    aging: z.object({ days30: zCents, days60: zCents, days90: zCents, older: zCents, credit: zCents }),
    offers: z.array(zAccountOrder),
    pending: z.array(zAccountOrder),
    preparation: z.array(zAccountOrder),
    /** Shipped orders and payments (received: negative), the oldest first. */
    transactions: z.array(
      z.object({
        kind: z.enum(['order', 'received', 'refunded']),
        id: z.int(),
        date: z.string(),
        /** The type of a payment. */
        type: z.string().nullable(),
        reference: z.string(),
        amount: zCents,
        balance: zCents,
      }),
    ),
    /** Older transactions were left out; the first balance carries them. */
    truncated: z.boolean(),
    /**
     * What is lent to the customer, product by product; below zero when more came back than was lent. What the customer
     * holds is less by what is packed for him and not delivered yet.
     */
    loans: z.array(z.object({ productId: z.int().nullable(), name: z.string(), quantity: zQuantity, held: zQuantity })),
  }),
})

/** Who changed what of a customer, newest first. */
export const customerHistory = defineQuery('customers.history', {
  right: customersRights.read,
  input: historyInput,
  output: historyOutput,
})
