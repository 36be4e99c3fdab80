import { Anchor, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OfRecord } from '#web/records/record-parts.ts'
import { dayOf } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { commission } from '../domain/commission.ts'
import { reportsRights } from '../domain/rights.ts'
import { useReportColumns } from './frame/report-columns.ts'
import { useReportInput } from './frame/report-input.ts'
import { ReportContent } from './frame/ReportContent.tsx'
import { ReportControls, ReportTools } from './frame/ReportControls.tsx'

/** Shows on the page of a salesperson what they sold and earned in a period, and what is owed to them. */
export default function CommissionPanel({ id }: OfRecord) {
  return useMay(reportsRights.read) ? <Commission id={id} /> : null
}

function Commission({ id }: OfRecord) {
  const { t } = useTranslation('reports')
  const { input, known, setKnown, ...chosen } = useReportInput(commission, id)
  const question = input ?? { ...periodOf('this-month', dayOf(new Date().toISOString())), salespersonId: id }
  const answer = useAsk(commission.query, question, { enabled: input !== null, keepPrevious: true })
  const columns = useReportColumns(commission.tables, 'day')
  const report = `/commission?salesperson=${id}&from=${question.from}&to=${question.to}`
  return (
    <Panel
      title={t('commission.title')}
      actions={
        <Group gap="xs" data-tools>
          <ReportTools
            known={known}
            setKnown={setKnown}
            report={commission}
            fetching={answer.isFetching}
            refresh={() => void answer.refetch()}
          />
          <Anchor component={PageLink} to={report} size="sm">
            {t('commission.report')}
          </Anchor>
        </Group>
      }
    >
      <ReportControls {...chosen} report={commission} question={question} />
      {answer.data ? (
        <>
          <RefusalText error={answer.error} retry={() => void answer.refetch()} />
          <ReportContent report={commission} answer={answer.data} columns={columns} input={question} />
        </>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={6} />
      )}
    </Panel>
  )
}
