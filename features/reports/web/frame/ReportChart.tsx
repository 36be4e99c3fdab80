import { BarChart, CompositeChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#web/format.ts'
import { type Column, textOf } from '#web/ui/table/table-columns.ts'
import NamedBars from '#web/ui/chart/NamedBars.tsx'
import type { ReportDeclaration, ReportRow } from '../../domain/frame.ts'

type ReportChartProps = {
  chart: NonNullable<ReportDeclaration['chart']>
  title: string
  rows: readonly ReportRow[]
  columns: readonly Column<ReportRow>[]
}

const COLUMNS_HEIGHT = 240

/** Draws columns of a table of the report. The table holds the same figures, and opens their documents. */
export default function ReportChart({ chart, title, rows, columns }: ReportChartProps) {
  const { t } = useTranslation('reports')
  const by = columns.find(({ key }) => key === chart.by)
  const data = rows.map((row) => ({
    name: by ? textOf(by, row) : row.key,
    ...Object.fromEntries(chart.series.map(({ key }) => [key, Number(row.values[key] ?? 0)])),
  }))
  const series = chart.series.map(({ key, colour }) => ({ name: key, label: t(`column.${key}`), color: colour }))
  if (chart.named) return <NamedBars title={title} rows={data} series={series} />
  const common = {
    h: COLUMNS_HEIGHT,
    data,
    dataKey: 'name',
    withLegend: true,
    valueFormatter: (cents: number) => showMoney(cents),
    yAxisProps: { width: 90 },
    xAxisProps: { minTickGap: 24 },
  }
  const lines = chart.series.flatMap(({ key, line }) => (line ? [key] : []))
  return (
    <div role="img" aria-label={title} data-chart>
      {lines.length > 0 ? (
        <CompositeChart
          {...common}
          withDots={false}
          curveType="stepAfter"
          series={series.map((one) => ({ ...one, type: lines.includes(one.name) ? 'line' : 'bar' }))}
        />
      ) : (
        <BarChart {...common} series={series} />
      )}
    </div>
  )
}
