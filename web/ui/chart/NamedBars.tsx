import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { showMoney } from '#web/format.ts'
import { chartHeight } from '#web/ui/chart/chart-height.ts'

/** Longer names are shortened beside their bars. A table beside the chart shows them in full. */
const MOST_LETTERS = 20
const short = (name: string): string => (name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name)

export type NamedBarsProps = {
  /** What the chart shows, as a question. */
  title: string
  /** Amounts in cents by the names of the series, and the name of the row. */
  rows: readonly Readonly<Record<string, string | number>>[]
  series: readonly { readonly name: string; readonly label: string; readonly color: string }[]
}

/** Shows amounts of several records as bars, one record below the other. */
export default function NamedBars({ title, rows, series }: NamedBarsProps) {
  return (
    <div role="img" aria-label={title} data-chart>
      <BarChart
        h={chartHeight(rows.length)}
        orientation="vertical"
        data={rows.map((row) => ({ ...row, name: short(String(row['name'])) }))}
        dataKey="name"
        withLegend
        series={[...series]}
        valueFormatter={(cents) => showMoney(cents)}
        yAxisProps={{ width: 130, interval: 0 }}
        xAxisProps={{ minTickGap: 30 }}
      />
    </div>
  )
}
