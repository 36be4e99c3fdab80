import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useElementSize } from '@mantine/hooks'
import { showMoney } from '#web/format.ts'
import { chartHeight } from '#web/ui/chart/chart-height.ts'

/** The place of the names beside the bars. Longer names are shortened; a table beside the chart shows them in full. */
const NARROW = { pixels: 130, letters: 24 }
const WIDE = { pixels: 250, letters: 48 }
/** A chart of this width has room for the wide names. */
const WIDE_FROM = 700

const short = (name: string, letters: number): string =>
  name.length > letters ? `${name.slice(0, letters - 1).trimEnd()}…` : name

export type NamedBarsProps = {
  /** What the chart shows, as a question. */
  title: string
  /** Amounts in cents by the names of the series, and the name of the row. */
  rows: readonly Readonly<Record<string, string | number>>[]
  series: readonly { readonly name: string; readonly label: string; readonly color: string }[]
}

/** Shows amounts of several records as bars, one record below the other. */
export default function NamedBars({ title, rows, series }: NamedBarsProps) {
  const { ref, width } = useElementSize()
  const names = width < WIDE_FROM ? NARROW : WIDE
  return (
    <div ref={ref} role="img" aria-label={title} data-chart>
      <BarChart
        h={chartHeight(rows.length)}
        orientation="vertical"
        data={rows.map((row) => ({ ...row, name: short(String(row['name']), names.letters) }))}
        dataKey="name"
        withLegend
        series={[...series]}
        valueFormatter={(cents) => showMoney(cents)}
        yAxisProps={{ width: names.pixels, interval: 0 }}
        xAxisProps={{ minTickGap: 30 }}
      />
    </div>
  )
}
