import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useTranslation } from 'react-i18next'
import { showDay, showMoney, showMonth } from '#web/format.ts'
import type { DeskReport } from '../domain/contract.ts'

const HEIGHT = 260
/** More points stand too close together for a mark at each of them. */
const MOST_DOTS = 40

/** Draws one of the charts of the cash desk. The table behind it contains the same figures. */
export default function DeskCharts({ report, chart }: { report: DeskReport; chart: 'balance' | 'types' | 'compare' }) {
  const { t } = useTranslation('cash-desk')
  const flows = [
    { name: 'inbound', label: t('bound.Inbound'), color: 'petrol.6' },
    { name: 'outbound', label: t('bound.Outbound'), color: 'gray.5' },
  ]
  const common = { h: HEIGHT, valueFormatter: (cents: number) => showMoney(cents), yAxisProps: { width: 96 } }
  if (chart === 'balance')
    return (
      <div role="img" aria-label={t('chart.balance')} data-chart={chart}>
        <LineChart
          {...common}
          data={report.points.map(({ day, balance }) => ({
            day: report.byMonth ? showMonth(day) : showDay(day),
            balance,
          }))}
          dataKey="day"
          curveType="stepAfter"
          withDots={report.points.length <= MOST_DOTS}
          series={[{ name: 'balance', label: t('column.balance'), color: 'petrol.6' }]}
          xAxisProps={{ minTickGap: 30 }}
        />
      </div>
    )
  const { inbound, outbound } = report.within
  const rows =
    chart === 'types'
      ? report.types.map(({ type, within }) => ({
          name: t(`type.${type}`),
          inbound: within.inbound,
          outbound: within.outbound,
        }))
      : [{ name: t('chart.all'), inbound, outbound }]
  return (
    <div role="img" aria-label={t(`chart.${chart}`)} data-chart={chart}>
      <BarChart {...common} data={rows} dataKey="name" withLegend series={flows} />
    </div>
  )
}
