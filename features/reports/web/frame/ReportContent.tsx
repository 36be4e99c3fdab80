import { Box, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay } from '#web/format.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useGo } from '#web/navigation.tsx'
import figures from '#web/ui/figures.module.css'
import { chartHeight } from '#web/ui/chart/chart-height.ts'
import { FoldedChart } from '#web/ui/chart/FoldedChart.tsx'
import { Figure } from '#web/ui/Panel.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { type FigureOf, isCounted, type Report, type ReportAnswer, type ReportInput } from '../../domain/frame.ts'
import { DocumentsDrawer, useDocumentAddress } from './DocumentsDrawer.tsx'
import { ExpectedDrawer } from './ExpectedDrawer.tsx'
import type { useReportColumns } from './report-columns.ts'
import styles from './report.module.css'
import { type Opened, ReportTables } from './ReportTables.tsx'

// The chart library is as large as the page itself, so the figures do not wait for it.
const ReportChart = lazyPart(() => import('./ReportChart.tsx'))

type ContentProps = {
  report: Report
  answer: ReportAnswer
  columns: ReturnType<typeof useReportColumns>
  input: ReportInput
}

/** The figures, the chart and the tables of a report, and the documents behind each figure. */
export function ReportContent({ report, answer, columns, input }: ContentProps) {
  const { t } = useTranslation('reports')
  const go = useGo()
  const address = useDocumentAddress()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { chart, tables, name } = report
  const drawn = chart ? (answer.tables[chart.table] ?? []) : []
  if (tables.every((table) => (answer.tables[table.name] ?? []).length === 0))
    return <EmptyState title={t('frame.no-totals')} />
  const open = (next: Opened) => {
    const { of, only } = next
    const page = 'page' in of ? of.page : only == null || !isCounted(of) ? null : address(of.source, only)
    if (page === null) setOpened(next)
    else go(page)
  }
  const line = (
    <dl className={figures.figures}>
      {answer.figures.map((figure) => (
        <Figure key={figure.name} label={t(`figure.${figure.name}`)}>
          <FigureValue cents={figure.cents} of={figure.of} label={t(`figure.${figure.name}`)} open={open} />
          {figure.day === undefined ? null : <small className={styles.ofFigure}>{showDay(figure.day)}</small>}
        </Figure>
      ))}
    </dl>
  )
  return (
    <>
      {chart && drawn.length > 0 ? (
        <FoldedChart name={`report-${name}`} title={t(`${name}.chart`)} figures={line}>
          <Box mih={chart.named ? chartHeight(drawn.length) : 240}>
            <ReportChart chart={chart} title={t(`${name}.chart`)} rows={drawn} columns={columns[chart.table] ?? []} />
          </Box>
        </FoldedChart>
      ) : (
        line
      )}
      <ReportTables tables={tables} rows={answer.tables} columns={columns} cut={answer.cut} name={name} open={open} />
      <ExpectedDrawer opened={opened} close={() => setOpened(null)} />
      <DocumentsDrawer opened={opened} input={input} close={() => setOpened(null)} />
    </>
  )
}

type FigureProps = { cents: number; of: FigureOf | null; label: string; open: (opened: Opened) => void }

/** The amount of a figure. It opens its documents, unless it is the difference of other figures. */
function FigureValue({ cents, of, label, open }: FigureProps) {
  if (of === null) return <MoneyText value={cents} flagNegative />
  return (
    <UnstyledButton className={styles.figure} onClick={() => open({ of, label })}>
      <MoneyText value={cents} />
    </UnstyledButton>
  )
}
