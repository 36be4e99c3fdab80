/** Declares the names, inputs and outputs of the reports. They read tables of other features and own none. */
import { z } from 'zod'
import { countOutput, defineQuery, listInput, listOutput, sumsOutput } from '#kernel/contract.ts'
import { zCents } from '#kernel/money.ts'
import { reportsRights } from './rights.ts'

export const TOTALS_PAGE = 150
export const TOTALS_SORTS = ['sales', 'name', 'shippedOrders', 'received', 'balance'] as const

const zTotals = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  /** The number of orders that were delivered to the customer. */
  shippedOrders: z.int(),
  /** The total of these orders. */
  sales: zCents,
  /** Payments received less payments returned. */
  received: zCents,
  /** Sales less received payments (C-05). */
  balance: zCents,
})
export type CustomerTotals = z.output<typeof zTotals>

const input = listInput({}, TOTALS_SORTS)

/** Returns sales and payments by customer. Customers without both are left out. */
export const listCustomerTotals = defineQuery('reports.customer-totals', {
  right: reportsRights.read,
  input,
  output: listOutput(zTotals),
})

/** Sums the figures of all customers that the search finds. */
export const sumCustomerTotals = defineQuery('reports.customer-totals-sums', {
  right: reportsRights.read,
  input,
  output: sumsOutput,
})

export const countCustomerTotals = defineQuery('reports.customer-totals-count', {
  right: reportsRights.read,
  input,
  output: countOutput,
})

/** The number of customers in the chart. */
export const MOST_IN_CHART = 10

/**
 * Returns the totals of all customers that the search finds, and the customers with the highest sales for the chart.
 */
export const customerTotalsSummary = defineQuery('reports.customer-totals-summary', {
  right: reportsRights.read,
  input: z.strictObject({ search: input.shape.search }),
  output: z.object({
    sales: zCents,
    received: zCents,
    balance: zCents,
    greatest: z.array(zTotals),
  }),
})
