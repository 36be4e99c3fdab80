/** The reports on what was sold most, and what was bought most (C-13: requests do not count). */
import { defineReport, type Report } from './frame.ts'

/** The number of products in a top list. */
export const MOST_IN_TOP = 10

const top = (name: string, day: 'sales' | 'invoices', figure: string): Report =>
  defineReport({
    name,
    day,
    knows: true,
    figures: [figure],
    tables: [
      {
        name: 'top',
        columns: [
          { key: 'name', kind: 'text' },
          { key: 'sku', kind: 'text' },
          { key: 'quantity', kind: 'quantity' },
          { key: 'unit', kind: 'unit' },
          { key: 'amount', kind: 'money', sum: true },
        ],
      },
    ],
    chart: { table: 'top', by: 'name', named: true, series: [{ key: 'amount', colour: 'petrol.6' }] },
  })

export const topProducts = top('top-products', 'sales', 'sales')
export const topMaterials = top('top-materials', 'invoices', 'bought')
