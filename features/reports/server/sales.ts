/** The queries of the reports on sales in the course of time, on VAT, and on red invoices. */
import { subtractCents } from '#kernel/money.ts'
import type { DocumentsOf, ReportRow } from '../domain/frame.ts'
import { redInvoices, sales, vat } from '../domain/sales.ts'
import { byBucket, inBuckets, readGroups, sumsOf } from './frame/groups.ts'
import { centsIn, reportQuery } from './frame/report.ts'

const SOLD: DocumentsOf = { source: 'order' }
const BOUGHT: DocumentsOf = { source: 'invoice' }
const RED: DocumentsOf = { source: 'order', red: true }

export const salesQuery = reportQuery(sales, async ({ rows }, input) => {
  const { read, groups } = await readGroups(rows, input, ['order'])
  const all = sumsOf(groups, SOLD)
  return {
    read,
    figures: [
      { name: 'sales', cents: all.net, of: SOLD },
      { name: 'sales-vat', cents: all.vat, of: SOLD },
      { name: 'sales-total', cents: all.total, of: SOLD },
    ],
    tables: { course: inBuckets(groups, input, SOLD) },
  }
})

/** What is left of the VAT of sales after that of purchases belongs to no single kind of documents, so it opens none. */
const withRest = (row: ReportRow): ReportRow => ({
  ...row,
  values: { ...row.values, 'vat-rest': subtractCents(centsIn(row, 'sales-vat'), centsIn(row, 'bought-vat')) },
})

export const vatQuery = reportQuery(vat, async ({ rows }, asked) => {
  const input = { ...asked, by: 'month' } as const
  const { read, groups } = await readGroups(rows, input, ['order', 'invoice'])
  return {
    read,
    figures: [
      { name: 'sales-vat', cents: sumsOf(groups, SOLD).vat, of: SOLD },
      { name: 'bought-vat', cents: sumsOf(groups, BOUGHT).vat, of: BOUGHT },
    ],
    tables: {
      course: byBucket(groups, input, {
        sales: { documents: SOLD, amount: 'net' },
        'sales-vat': { documents: SOLD, amount: 'vat' },
        bought: { documents: BOUGHT, amount: 'net' },
        'bought-vat': { documents: BOUGHT, amount: 'vat' },
      }).map(withRest),
    },
  }
})

export const redInvoicesQuery = reportQuery(redInvoices, async ({ rows }, asked) => {
  const input = { ...asked, by: 'month' } as const
  const { read, groups: all } = await readGroups(rows, input, ['order'])
  const groups = all.filter(({ red }) => red)
  return {
    read,
    figures: [{ name: 'red', cents: sumsOf(groups, RED).net, of: RED }],
    tables: { course: inBuckets(groups, input, RED) },
  }
})
