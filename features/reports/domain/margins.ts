/** The report on what is left of sales after the cost of the goods, as it was at the sale. */
import { productsRights } from '#features/products/domain/rights.ts'
import { type Cents, type Rate, shareOf, subtractCents } from '#kernel/money.ts'
import { defineReport, type ReportTable } from './frame.ts'

/** The number of rows of a table: those with the greatest sales. */
export const MOST_IN_MARGINS = 100

const table = (name: string): ReportTable => ({
  name,
  columns: [
    { key: 'name', kind: 'text' },
    { key: 'amount', kind: 'money' },
    { key: 'cost', kind: 'money' },
    { key: 'margin', kind: 'money' },
    { key: 'margin-rate', kind: 'rate' },
  ],
})

const withCommission = ({ columns, ...rest }: ReportTable): ReportTable => ({
  ...rest,
  columns: [...columns, { key: 'commission', kind: 'money' }],
})

/** Costs are shown only to people with the right to see them (C-49). */
export const margins = defineReport(
  {
    name: 'margins',
    day: 'sales',
    knows: true,
    figures: ['sales', 'cost', 'margin'],
    tables: [table('products'), table('customers'), withCommission(table('salespersons')), table('categories')],
    chart: {
      table: 'categories',
      by: 'name',
      named: true,
      series: [
        { key: 'amount', colour: 'petrol.6' },
        { key: 'margin', colour: 'gray.5' },
      ],
    },
  },
  productsRights.cost,
)

/** Returns the margin of sales, and its share of them; null without sales. */
export function marginOf(net: Cents, cost: Cents): { readonly margin: Cents; readonly rate: Rate | null } {
  const margin = subtractCents(net, cost)
  return { margin, rate: shareOf(margin, net) }
}
