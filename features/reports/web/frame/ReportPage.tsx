import { Alert, Group, Text } from '@mantine/core'
import { showDay, showMoney } from '#web/format.ts'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, isDay, wallClockOf } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { usePrintWindow } from '#web/ui/paper/print-window.ts'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { useSaid } from '#web/ui/said/use-said.ts'
import { bucketSizeOf, type Report } from '../../domain/frame.ts'
import { useReportColumns } from './report-columns.ts'
import { useReportInput } from './report-input.ts'
import styles from './report.module.css'
import { ReportContent } from './ReportContent.tsx'
import { ReportControls, ReportTools } from './ReportControls.tsx'
import { ReportFiles } from './ReportFiles.tsx'

/** Shows a moment in Athens to the second, or a day. */
function showKnown(known: string): string {
  if (isDay(known)) return showDay(known)
  const clock = wallClockOf(known)
  return `${showDay(clock)} ${clock.slice(11)}`
}

/** The lines below the title: which day counts, and what the figures leave out. */
const Subtitle = ({ lines }: { lines: readonly string[] }) => (
  <span className={styles.subtitle}>
    {lines.map((line, at) => (
      <Fragment key={line}>
        {at === 0 ? null : <br />}
        {line}
      </Fragment>
    ))}
  </span>
)

type ReportPageProps = {
  report: Report
  path: string
  /** The salesperson of whom the report is asked. Left out for all of them. */
  salespersonId?: number | undefined
  /** Further controls beside the period. */
  more?: ReactNode
}

/** The page of any report: period, totals, chart, tables, and the documents behind each figure. */
export function ReportPage({ report, path, salespersonId, more }: ReportPageProps) {
  const { t } = useTranslation('reports')
  const { input, known, setKnown, ...chosen } = useReportInput(report, salespersonId)
  const question = input ?? periodOf('this-month', dayOf(new Date().toISOString()))
  const answer = useAsk(report.query, question, { enabled: input !== null, keepPrevious: true })
  const columns = useReportColumns(report.tables, bucketSizeOf(question))
  const data = input === null ? undefined : answer.data
  usePrintWindow(data !== undefined && !answer.isPlaceholderData)
  const period = `${showDay(question.from)} – ${showDay(question.to)}`
  const told = data?.figures.map(({ name, cents }) => `${t(`figure.${name}`)}: ${showMoney(cents)}`) ?? []
  useSaid(data === undefined || answer.isPlaceholderData ? null : period, [period, ...told].join('. '))
  const notes = [
    ...(known === undefined ? [] : [t('frame.as-known', { at: showKnown(known) })]),
    ...(data?.withoutOpenCash ? [t('frame.without-open-cash')] : []),
  ]
  return (
    <>
      <PageHeader
        title={t(`${report.name}.title`)}
        subtitle={notes.length > 0 ? <Subtitle lines={notes} /> : undefined}
        secondary={
          <Group gap="xs" className="no-print">
            <ReportTools
              known={known}
              setKnown={setKnown}
              report={report}
              fetching={answer.isFetching}
              refresh={() => void (input && answer.refetch())}
            />
            {data && input ? (
              <ReportFiles
                name={report.name}
                path={path}
                caption={[t(`${report.name}.title`), period, ...notes].join(' · ')}
                tables={report.tables}
                columns={columns}
                input={input}
                knows={report.knows}
                answer={data}
              />
            ) : null}
          </Group>
        }
      />
      <Text className={styles.onPaper}>{period}</Text>
      <ReportControls {...chosen} report={report} question={question} more={more} />
      {input === null ? (
        <Alert color="red" variant="light" role="alert" icon={<TriangleAlert size={16} aria-hidden />}>
          {t('frame.both-dates')}
        </Alert>
      ) : data === undefined ? (
        answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={8} />
        )
      ) : (
        <>
          <RefusalText error={answer.error} retry={() => void answer.refetch()} />
          <ReportContent report={report} answer={data} columns={columns} input={input} />
          <p className={styles.note}>{t(`day-of.${report.day}`)}</p>
        </>
      )}
    </>
  )
}
