/** The report on what was sold, bought, received and paid. */
import { defineReport, type ReportTable } from './frame.ts'

const payments = (name: string, bound: 'Inbound' | 'Outbound'): ReportTable => ({
  name,
  of: { source: 'payment', bound },
  columns: [
    { key: 'refcode', kind: 'code' },
    { key: 'type', kind: 'payment-type' },
    { key: 'total', kind: 'money', sum: true },
  ],
})

export const economics = defineReport({
  name: 'economics',
  day: 'documents',
  knows: true,
  figures: ['sales', 'sales-vat', 'bought', 'bought-vat', 'received', 'paid'],
  tables: [
    {
      name: 'orders',
      of: { source: 'order' },
      columns: [
        { key: 'refcode', kind: 'code' },
        { key: 'description', kind: 'code-name' },
        { key: 'net', kind: 'money', sum: true },
        { key: 'vat', kind: 'money', sum: true },
      ],
    },
    {
      name: 'invoices',
      of: { source: 'invoice' },
      columns: [
        { key: 'refcode', kind: 'code' },
        { key: 'description', kind: 'code-name' },
        { key: 'net', kind: 'money', sum: true },
        { key: 'vat', kind: 'money', sum: true },
      ],
    },
    payments('inbound', 'Inbound'),
    payments('outbound', 'Outbound'),
    {
      name: 'course',
      columns: [
        { key: 'bucket', kind: 'bucket' },
        { key: 'sold', kind: 'money', sum: true },
        { key: 'received', kind: 'money', sum: true },
        { key: 'paid', kind: 'money', sum: true },
      ],
    },
  ],
  chart: {
    table: 'course',
    by: 'bucket',
    series: [
      { key: 'received', colour: 'petrol.6' },
      { key: 'paid', colour: 'gray.5' },
    ],
  },
})
