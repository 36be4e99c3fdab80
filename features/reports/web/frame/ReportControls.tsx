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

type Asked = ReturnType<typeof useReportInput>

type ControlsProps = Pick<Asked, 'by' | 'setBy' | 'picked' | 'pick'> & {
  report: Report
  question: ReportInput
  more?: ReactNode
}

/** The period, what the report is divided by, and its further controls, in one line. Null if the report has none of them. */
export function ReportControls({ picked, pick, by, setBy, report, question, more }: ControlsProps) {
  const { t } = useTranslation('reports')
  if (report.ahead !== undefined && more === undefined && report.by !== true) return null
  return (
    <div className={styles.controls} data-tools>
      {report.ahead === undefined ? <PeriodPicker value={picked} onChange={pick} spread /> : null}
      {more}
      {report.by === true ? (
        <SegmentedControl
          size="xs"
          aria-label={t('frame.by')}
          data={BUCKETS.map((size) => ({ value: size, label: t(`by.${size}`) }))}
          value={by ?? bucketSizeOf(question)}
          onChange={setBy}
        />
      ) : null}
    </div>
  )
}

type ToolsProps = Pick<Asked, 'known' | 'setKnown'> & {
  report: Report
  fetching: boolean
  refresh: () => void
}

/** The day as known on, and the button that reads everything again. They stand in the line of the title. */
export function ReportTools({ known, setKnown, report, fetching, refresh }: ToolsProps) {
  const { t } = useTranslation('reports')
  return (
    <>
      {report.knows ? (
        <DayInput
          size="xs"
          className={styles.known}
          label={t('frame.known')}
          title={t('frame.known-hint')}
          value={known === undefined ? null : isDay(known) ? known : dayOf(known)}
          onChange={setKnown}
        />
      ) : null}
      <Button
        variant="default"
        leftSection={fetching ? <Loader size={16} aria-hidden /> : <RefreshCw size={16} aria-hidden />}
        onClick={refresh}
      >
        {t('frame.get-all')}
      </Button>
    </>
  )
}
