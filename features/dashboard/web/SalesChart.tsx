import { Box, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { sales } from '#features/reports/domain/sales.ts'
import { type BucketSize, BUCKETS } from '#features/reports/domain/frame.ts'
import { useReportColumns } from '#features/reports/web/frame/report-columns.ts'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import styles from './dashboard.module.css'

const ReportChart = lazyPart(() => import('#features/reports/web/frame/ReportChart.tsx'))

/** How many days back each view begins. */
const DAYS: Readonly<Record<BucketSize, number>> = { day: 30, week: 182, month: 365, year: 730 }

/** Returns the first day of a view: that of a whole week, month or year, so that no column covers only a part of it. */
function firstDay(by: BucketSize, today: Day): Day {
  const day = addDays(today, -DAYS[by])
  if (by === 'day') return day
  return periodOf(by === 'week' ? 'this-week' : by === 'month' ? 'this-month' : 'this-year', day).from
}

/** Shows sales without VAT by day, week, month or year, each view in its own buckets (C-21). The title opens the report. */
export default function SalesChart() {
  const { t } = useTranslation(['dashboard', 'reports'])
  const [by, setBy] = useState<BucketSize>('month')
  const to = dayOf(new Date().toISOString())
  const from = firstDay(by, to)
  const answer = useAsk(sales.query, { from, to, by }, { keepPrevious: true })
  const columns = useReportColumns(sales.tables, by)
  const { chart } = sales
  return (
    <Panel
      title={
        <PageLink to={`/sales?from=${from}&to=${to}&by=${by}`} className={styles.chartTitle}>
          {t('reports:sales.chart')}
        </PageLink>
      }
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('reports:frame.by')}
          data={BUCKETS.map((size) => ({ value: size, label: t(`reports:by.${size}`) }))}
          value={by}
          onChange={(size) => setBy(size)}
        />
      }
    >
      <Box mih={240}>
        {answer.data && chart ? (
          <ReportChart
            chart={chart}
            title={t('reports:sales.chart')}
            rows={answer.data.tables['course'] ?? []}
            columns={columns['course'] ?? []}
          />
        ) : answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={4} height={56} />
        )}
      </Box>
    </Panel>
  )
}
