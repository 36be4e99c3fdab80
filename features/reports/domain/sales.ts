/** The reports on sales in the course of time, on VAT, and on red invoices. */
import { defineReport } from './frame.ts'

/** What was sold in each day, week, month or year. */
export const sales = defineReport({
  name: 'sales',
  day: 'sales',
  knows: true,
  by: true,
  figures: ['sales', 'sales-vat', 'sales-total'],
  tables: [
    {
      name: 'course',
      of: { source: 'order' },
      columns: [
        { key: 'bucket', kind: 'bucket' },
        { key: 'documents', kind: 'number', sum: true },
        { key: 'amount', kind: 'money', sum: true },
        { key: 'vat', kind: 'money', sum: true },
        { key: 'total', kind: 'money', sum: true },
      ],
    },
  ],
  chart: { table: 'course', by: 'bucket', series: [{ key: 'amount', colour: 'petrol.6' }] },
})

/** The VAT of sales and of purchases in each month. */
export const vat = defineReport({
  name: 'vat',
  day: 'documents',
  knows: true,
  by: 'month',
  figures: ['sales-vat', 'bought-vat'],
  tables: [
    {
      name: 'course',
      columns: [
        { key: 'bucket', kind: 'bucket' },
        { key: 'sales', kind: 'money', sum: true },
        { key: 'sales-vat', kind: 'money', sum: true },
        { key: 'bought', kind: 'money', sum: true },
        { key: 'bought-vat', kind: 'money', sum: true },
        { key: 'vat-rest', kind: 'money', sum: true },
      ],
    },
  ],
  chart: {
    table: 'course',
    by: 'bucket',
    series: [
      { key: 'sales-vat', colour: 'petrol.6' },
      { key: 'bought-vat', colour: 'gray.5' },
    ],
  },
})

/** The red invoices of each month (C-32). */
export const redInvoices = defineReport({
  name: 'red-invoices',
  day: 'sales',
  knows: true,
  by: 'month',
  figures: ['red'],
  tables: [
    {
      name: 'course',
      of: { source: 'order', red: true },
      columns: [
        { key: 'bucket', kind: 'bucket' },
        { key: 'documents', kind: 'number', sum: true },
        { key: 'amount', kind: 'money', sum: true },
      ],
    },
  ],
  chart: { table: 'course', by: 'bucket', series: [{ key: 'amount', colour: 'red.6' }] },
})
