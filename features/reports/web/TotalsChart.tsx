import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#web/format.ts'
import type { CustomerTotals } from '../domain/contract.ts'

/** Longer names are shortened beside their bars. The table below shows them in full. */
const MOST_LETTERS = 20
const ROW_PIXELS = 38
const LEGEND_AND_AXIS_PIXELS = 80
const short = (name: string): string => (name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name)

/** Shows the sales and payments of the customers with the highest sales, side by side. */
export default function TotalsChart({ rows }: { rows: readonly CustomerTotals[] }) {
  const { t } = useTranslation('reports')
  return (
    <div role="img" aria-label={t('customers.chart')} data-chart>
      <BarChart
        h={rows.length * ROW_PIXELS + LEGEND_AND_AXIS_PIXELS}
        orientation="vertical"
        data={rows.map(({ name, sales, received }) => ({ name: short(name), sales, received }))}
        dataKey="name"
        withLegend
        series={[
          { name: 'sales', label: t('customers.sales'), color: 'petrol.6' },
          { name: 'received', label: t('customers.payments'), color: 'gray.5' },
        ]}
        valueFormatter={(cents) => showMoney(cents)}
        yAxisProps={{ width: 130, interval: 0 }}
        xAxisProps={{ minTickGap: 30 }}
      />
    </div>
  )
}
