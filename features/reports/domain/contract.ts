/** Names, inputs and outputs of the reports. They read what other features own and keep nothing. */
import { z } from 'zod'
import { countOutput, defineQuery, listInput, listOutput } from '#kernel/contract.ts'
import { zCents } from '#kernel/money.ts'
import { reportsRights } from './rights.ts'

export const TOTALS_PAGE = 150
export const TOTALS_SORTS = ['sales', 'name', 'shippedOrders', 'received', 'balance'] as const

const zTotals = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  /** How many orders reached the customer. */
  shippedOrders: z.int(),
  /** Totals of these orders. */
  sales: zCents,
  /** Payments less what was given back. */
  received: zCents,
  /** Sales less what was received (ruling C-05). */
  balance: zCents,
})
export type CustomerTotals = z.output<typeof zTotals>

const input = listInput({}, TOTALS_SORTS)

/** What each customer was sold and paid; those without sales and payments are left out. */
export const listCustomerTotals = defineQuery('reports.customer-totals', {
  right: reportsRights.read,
  input,
  output: listOutput(zTotals),
})

export const countCustomerTotals = defineQuery('reports.customer-totals-count', {
  right: reportsRights.read,
  input,
  output: countOutput,
})

/** The grand totals of everybody whom the search finds, and the customers with the greatest sales for the chart. */
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
