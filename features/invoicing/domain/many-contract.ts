/** Declares what is asked about many orders before their invoices are sent. */
import { z } from 'zod'
import { MOST_TOGETHER } from '#features/orders/domain/list-contract.ts'
import { defineQuery, type OutputOf, zId } from '#kernel/contract.ts'
import { CASH_WARNINGS } from '#kernel/tax/cash-limit.ts'
import { zIdsToInvoice, zProblems } from './contract.ts'
import { invoicingRights } from './rights.ts'
import { DOUBTS } from './sending.ts'

/**
 * Returns of many orders those whose invoice something forbids, and those that are paid in cash although the law restricts it, by number. Of
 * an order with problems nothing is said of cash.
 */
export const problemsOfMany = defineQuery('invoicing.problems-of-many', {
  right: invoicingRights.invoice,
  input: z.strictObject({ ids: zIdsToInvoice }),
  output: z.object({
    orders: z.array(
      z.object({
        id: z.int(),
        /** The name of the customer. */
        name: z.string(),
        problems: zProblems,
        cashLimit: z.enum(CASH_WARNINGS).nullable(),
      }),
    ),
  }),
})
export type OrderInDoubt = OutputOf<typeof problemsOfMany>['orders'][number]

/** Returns the customers of whom a person is warned before the orders are invoiced, once for each reason, with the orders that it concerns. */
export const customersInDoubt = defineQuery('invoicing.customers-in-doubt', {
  right: invoicingRights.invoice,
  input: z.strictObject({ ids: z.array(zId).min(1).max(MOST_TOGETHER) }),
  output: z.object({
    customers: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        doubt: z.enum(DOUBTS),
        /** When VIES answered last about an unverified number; null if never. */
        askedAt: z.string().nullable(),
        orderIds: z.array(z.int()),
      }),
    ),
  }),
})
