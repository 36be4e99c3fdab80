import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#web/format.ts'
import type { CustomerTotals } from '../domain/contract.ts'
import { chartHeight } from './chart-height.ts'

/** Longer names are shortened beside their bars. The table below shows them in full. */
const MOST_LETTERS = 20
const short = (name: string): string => (name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name)

/** Shows the sales and payments of the customers with the highest sales, side by side. */
export default function TotalsChart({ rows }: { rows: readonly CustomerTotals[] }) {
  const { t } = useTranslation('reports')
  return (
    <div role="img" aria-label={t('customers.chart')} data-chart>
      <BarChart
        h={chartHeight(rows.length)}
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
