/** The report on the commission of salespersons: what they earned, what was paid, and what is owed (C-57). */
import type { Setting } from '#kernel/settings/form.ts'
import { defineReport } from './frame.ts'

export const COMMISSION_SETTINGS = [
  { kind: 'amount', name: 'rate', of: 'rate', usual: 3_00, least: 0, most: 100_00 },
] as const satisfies readonly Setting[]

/** The rate and the salesperson are those of the moment of the sale. */
export const commission = defineReport({
  name: 'commission',
  day: 'sales',
  knows: true,
  ofSalesperson: true,
  figures: ['sales', 'commission', 'commission-paid', 'commission-owed'],
  tables: [
    {
      name: 'salespersons',
      columns: [
        { key: 'name', kind: 'text' },
        { key: 'amount', kind: 'money', sum: true },
        { key: 'commission', kind: 'money', sum: true },
        { key: 'paid', kind: 'money', sum: true },
        { key: 'owed', kind: 'money', sum: true },
      ],
    },
    {
      name: 'account',
      columns: [
        { key: 'when', kind: 'word' },
        { key: 'commission', kind: 'money' },
        { key: 'paid', kind: 'money' },
        { key: 'owed', kind: 'money' },
      ],
    },
    {
      name: 'customers',
      columns: [
        { key: 'name', kind: 'text' },
        { key: 'amount', kind: 'money', sum: true },
        { key: 'commission', kind: 'money', sum: true },
      ],
    },
    {
      name: 'categories',
      columns: [
        { key: 'name', kind: 'text' },
        { key: 'category', kind: 'text' },
        { key: 'amount', kind: 'money', sum: true },
        { key: 'commission', kind: 'money', sum: true },
      ],
    },
  ],
})
