import { Alert, Box, Button, Group, Loader, SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { dayOf, isDay, showDay, wallClockOf } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useGo, useSearchTexts } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import figures from '#web/ui/figures.module.css'
import { chartHeight } from '#web/ui/chart/chart-height.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { PeriodPicker, type PickedPeriod } from '#web/ui/form/PeriodPicker.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Figure, Panel } from '#web/ui/Panel.tsx'
import { usePrintWindow } from '#web/ui/paper/print-window.ts'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { BUCKETS, bucketSizeOf, type Report, type ReportAnswer, type ReportInput, zKnown } from '../../domain/frame.ts'
import { DocumentsDrawer, useDocumentAddress } from './DocumentsDrawer.tsx'
import { useReportColumns } from './report-columns.ts'
import styles from './report.module.css'
import { ReportFiles } from './ReportFiles.tsx'
import { type Opened, ReportTables } from './ReportTables.tsx'

// The chart library is as large as the page itself, so the figures do not wait for it.
const ReportChart = lazyPart(() => import('./ReportChart.tsx'))

const TOPICS = ['reports']

/** Returns what the address asks for, and a function that writes it there. Without a period in the address it is this month. */
function useReportInput(report: Report) {
  const [texts, change] = useSearchTexts()
  const today = dayOf(new Date().toISOString())
  const usual = periodOf('this-month', today)
  const inAddress = isDay(texts['from'] ?? '') && isDay(texts['to'] ?? '')
  const [picked, setPicked] = useState<PickedPeriod>(
    inAddress ? { from: texts['from'] ?? '', to: texts['to'] ?? '' } : usual,
  )
  const known = report.knows ? zKnown.safeParse(texts['known']).data : undefined
  const by = report.by === true ? z.enum(BUCKETS).safeParse(texts['by']).data : report.by
  const pick = (period: PickedPeriod) => {
    setPicked(period)
    if (period.from !== undefined && period.to !== undefined) change({ from: period.from, to: period.to })
  }
  const { from, to } = picked
  const input: ReportInput | null =
    from !== undefined && isDay(from) && to !== undefined && isDay(to)
      ? { from, to, ...(known === undefined ? {} : { known }), ...(by === undefined ? {} : { by }) }
      : null
  return {
    picked,
    pick,
    known,
    by,
    setBy: (size: string) => change({ by: size }),
    input,
    setKnown: (day: string | null) => change({ known: day ?? undefined }),
  }
}

/** Shows a moment in Athens to the second, or a day. */
function showKnown(known: string): string {
  if (isDay(known)) return showDay(known)
  const clock = wallClockOf(known)
  return `${showDay(clock)} ${clock.slice(11)}`
}

/** The page of any report: period, totals, chart, tables, and the documents behind each figure. */
export function ReportPage({ report, path }: { report: Report; path: string }) {
  const { t } = useTranslation('reports')
  const { input, known, ...chosen } = useReportInput(report)
  const question = input ?? periodOf('this-month', dayOf(new Date().toISOString()))
  const answer = useAsk(report.query, question, { topics: TOPICS, enabled: input !== null, keepPrevious: true })
  const columns = useReportColumns(report.tables, bucketSizeOf(question))
  const data = input === null ? undefined : answer.data
  usePrintWindow(data !== undefined && !answer.isPlaceholderData)
  const period = `${showDay(question.from)} – ${showDay(question.to)}`
  const asKnown = known === undefined ? [] : [t('frame.as-known', { at: showKnown(known) })]
  return (
    <>
      <PageHeader
        title={t(`${report.name}.title`)}
        subtitle={
          <span className={styles.subtitle}>
            {t(`day-of.${report.day}`)}
            {asKnown.length > 0 ? <br /> : null}
            {asKnown}
          </span>
        }
        secondary={
          data && input ? (
            <Group gap="xs" className="no-print">
              <ReportFiles
                name={report.name}
                path={path}
                caption={[t(`${report.name}.title`), period, ...asKnown].join(' · ')}
                tables={report.tables}
                columns={columns}
                input={input}
                knows={report.knows}
                answer={data}
              />
            </Group>
          ) : null
        }
      />
      <Text className={styles.onPaper}>{period}</Text>
      <Controls
        {...chosen}
        known={known}
        report={report}
        question={question}
        fetching={answer.isFetching}
        refresh={() => void (input && answer.refetch())}
      />
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
        </>
      )}
    </>
  )
}

type ControlsProps = Pick<
  ReturnType<typeof useReportInput>,
  'by' | 'setBy' | 'picked' | 'pick' | 'known' | 'setKnown'
> & {
  report: Report
  question: ReportInput
  fetching: boolean
  refresh: () => void
}

/** The period, the day as known on, and the button that reads everything again. */
function Controls({ picked, pick, known, setKnown, by, setBy, report, question, fetching, refresh }: ControlsProps) {
  const { t } = useTranslation('reports')
  return (
    <div className={styles.controls}>
      <PeriodPicker value={picked} onChange={pick} />
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

type ContentProps = {
  report: Report
  answer: ReportAnswer
  columns: ReturnType<typeof useReportColumns>
  input: ReportInput
}

function ReportContent({ report, answer, columns, input }: ContentProps) {
  const { t } = useTranslation('reports')
  const go = useGo()
  const address = useDocumentAddress()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { chart, tables, name } = report
  const drawn = chart ? (answer.tables[chart.table] ?? []) : []
  if (tables.every((table) => (answer.tables[table.name] ?? []).length === 0))
    return <EmptyState title={t('frame.no-totals')} />
  const open = (next: Opened) => {
    const page = next.only == null ? null : address(next.of.source, next.only)
    if (page === null) setOpened(next)
    else go(page)
  }
  return (
    <>
      <dl className={figures.figures}>
        {answer.figures.map((figure) => (
          <Figure key={figure.name} label={t(`figure.${figure.name}`)}>
            <UnstyledButton
              className={styles.figure}
              onClick={() => setOpened({ of: figure.of, label: t(`figure.${figure.name}`) })}
            >
              <MoneyText value={figure.cents} />
            </UnstyledButton>
          </Figure>
        ))}
      </dl>
      {chart && drawn.length > 0 ? (
        <Panel title={t(`${name}.chart`)}>
          <Box mih={chart.named ? chartHeight(drawn.length) : 240}>
            <ReportChart chart={chart} title={t(`${name}.chart`)} rows={drawn} columns={columns[chart.table] ?? []} />
          </Box>
        </Panel>
      ) : null}
      <ReportTables tables={tables} rows={answer.tables} columns={columns} name={name} open={open} />
      <DocumentsDrawer opened={opened} input={input} close={() => setOpened(null)} />
    </>
  )
}
