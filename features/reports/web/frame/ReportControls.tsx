import { Button, Loader, SegmentedControl } from '@mantine/core'
import { RefreshCw } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, isDay } from '#kernel/day.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { PeriodPicker } from '#web/ui/form/PeriodPicker.tsx'
import { BUCKETS, bucketSizeOf, type Report, type ReportInput } from '../../domain/frame.ts'
import type { useReportInput } from './report-input.ts'
import styles from './report.module.css'

type ControlsProps = Pick<
  ReturnType<typeof useReportInput>,
  'by' | 'setBy' | 'picked' | 'pick' | 'known' | 'setKnown'
> & {
  report: Report
  question: ReportInput
  fetching: boolean
  refresh: () => void
  more?: ReactNode
}

/** The period, the day as known on, and the button that reads everything again. */
export function ReportControls({
  picked,
  pick,
  known,
  setKnown,
  by,
  setBy,
  report,
  question,
  fetching,
  refresh,
  more,
}: ControlsProps) {
  const { t } = useTranslation('reports')
  return (
    <div className={styles.controls}>
      {report.ahead === undefined ? <PeriodPicker value={picked} onChange={pick} spread /> : null}
      {more}
      {report.knows ? (
        <DayInput
          size="xs"
          maw={170}
          label={t('frame.known')}
          description={t('frame.known-hint')}
          value={known === undefined ? null : isDay(known) ? known : dayOf(known)}
          onChange={setKnown}
        />
      ) : null}
      {report.by === true ? (
        <SegmentedControl
          size="xs"
          aria-label={t('frame.by')}
          data={BUCKETS.map((size) => ({ value: size, label: t(`by.${size}`) }))}
          value={by ?? bucketSizeOf(question)}
          onChange={setBy}
        />
      ) : null}
      <Button
        size="sm"
        leftSection={fetching ? <Loader size={16} aria-hidden /> : <RefreshCw size={16} aria-hidden />}
        onClick={refresh}
      >
        {t('frame.get-all')}
      </Button>
    </div>
  )
}
