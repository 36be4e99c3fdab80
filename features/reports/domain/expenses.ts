/** The report on what was spent, and what was paid for it. */
import { defineReport } from './frame.ts'

export const expenses = defineReport({
  name: 'expenses',
  day: 'invoices',
  knows: true,
  figures: ['spent', 'bought-vat', 'spent-total', 'paid'],
  tables: [
    {
      name: 'codes',
      of: { source: 'invoice' },
      columns: [
        { key: 'refcode', kind: 'code' },
        { key: 'description', kind: 'code-name' },
        { key: 'net', kind: 'money', sum: true },
        { key: 'vat', kind: 'money', sum: true },
        { key: 'total', kind: 'money', sum: true },
      ],
    },
    {
      name: 'payments',
      of: { source: 'payment', bound: 'Outbound' },
      columns: [
        { key: 'refcode', kind: 'code' },
        { key: 'type', kind: 'payment-type' },
        { key: 'total', kind: 'money', sum: true },
      ],
    },
    {
      name: 'parties',
      columns: [
        { key: 'name', kind: 'text' },
        { key: 'spent', kind: 'money' },
        { key: 'paid', kind: 'money' },
      ],
    },
    {
      name: 'course',
      columns: [
        { key: 'bucket', kind: 'bucket' },
        { key: 'spent', kind: 'money', sum: true },
        { key: 'paid', kind: 'money', sum: true },
      ],
    },
  ],
  chart: {
    table: 'course',
    by: 'bucket',
    series: [
      { key: 'spent', colour: 'petrol.6' },
      { key: 'paid', colour: 'gray.5' },
    ],
  },
})
