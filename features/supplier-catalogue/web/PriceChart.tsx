import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { showDay, showPrice } from '#web/format.ts'
import type { lastPrices } from '../domain/contract.ts'

/** Shows how the price of a product changed from purchase to purchase. The table below holds the same figures. */
export default function PriceChart({ rows }: { rows: OutputOf<typeof lastPrices>['rows'] }) {
  const { t } = useTranslation('purchases')
  const data = rows
    .toSorted((a, b) => (a.day === b.day ? a.invoiceId - b.invoiceId : a.day < b.day ? -1 : 1))
    .map(({ day, price }) => ({ day: showDay(day), price }))
  return (
    <div role="img" aria-label={t('catalogue.chart')} data-chart>
      <LineChart
        h={220}
        data={data}
        dataKey="day"
        curveType="linear"
        series={[{ name: 'price', label: t('catalogue.price'), color: 'petrol.6' }]}
        valueFormatter={(price) => showPrice(price)}
        yAxisProps={{ width: 80, domain: ['auto', 'auto'] }}
        xAxisProps={{ minTickGap: 30 }}
      />
    </div>
  )
}
