/** Declares the names, inputs and outputs of the reports. They read tables of other features and own none. */
import { z } from 'zod'
import { defineQuery, type OutputOf } from '#kernel/contract.ts'
import { zCents } from '#kernel/money.ts'
import { field } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'
import { reportsRights } from './rights.ts'

const money = { sort: true, sum: true } as const

/** The list of sales and payments by customer. Customers without both are left out. */
export const customerTotalsList = defineList('customer-totals', {
  feature: 'reports',
  right: reportsRights.read,
  queries: {
    list: 'reports.customer-totals',
    count: 'reports.customer-totals-count',
    sums: 'reports.customer-totals-sums',
  },
  size: 150,
  words: 'customers',
  page: '/customer-detail/$id',
  columns: {
    name: field.name(200, { sort: true, width: 220, card: 'title' }),
    label: field.name(200, { width: 200, from: 900 }),
    /** The number of orders that were delivered to the customer. */
    shippedOrders: field.count({ ...money, word: 'customers.shipped-orders', from: 760 }),
    /** The total of these orders. */
    sales: field.money(money),
    /** Payments received less payments returned. */
    received: field.money({ ...money, word: 'customers.payments' }),
    /** Sales less received payments (C-05). */
    balance: field.money(money),
  },
})
export type CustomerTotals = OutputOf<typeof customerTotalsList.list>['rows'][number]

/** The number of customers in the chart. */
export const MOST_IN_CHART = 10

/**
 * Returns the totals of all customers that the search finds, and the customers with the highest sales for the chart.
 */
export const customerTotalsSummary = defineQuery('reports.customer-totals-summary', {
  right: reportsRights.read,
  input: z.strictObject({ search: customerTotalsList.list.input.shape.search }),
  output: z.object({
    sales: zCents,
    received: zCents,
    balance: zCents,
    greatest: customerTotalsList.list.output.shape.rows,
  }),
})
