import { Alert, Button, Text } from '@mantine/core'
import { RefreshCw } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { stockRights } from '#features/stock/domain/rights.ts'
import { showCount, showMoment } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { listChecks, startCheck, type StockCheck } from '../domain/contract.ts'
import { Differences } from './Differences.tsx'
import styles from './stock-proof.module.css'

/** Shows whether the stock agrees with its documents, since when, and where it first does not. */
export default function StockProofPage() {
  const { t } = useTranslation('stock-proof')
  const answer = useAsk(listChecks, {})
  const mayCheck = useMay(stockRights.adjust)
  const check = useRun(startCheck, {
    onSuccess: () => say.done(t('started')),
    onError: (error) => say.failed(error),
  })
  const data = answer.data
  return (
    <>
      <PageHeader
        title={t('title.stock-proof')}
        subtitle={t('hint')}
        primary={
          mayCheck ? (
            <Button
              leftSection={<RefreshCw size={16} aria-hidden />}
              loading={check.isPending}
              disabled={data !== undefined && data.runningSince !== null}
              onClick={() => check.mutate({})}
            >
              {t('action.check')}
            </Button>
          ) : undefined
        }
      />
      {data ? (
        <div className={styles.page}>
          <div role="status">
            {data.runningSince === null ? null : (
              <Text size="sm">{t('running', { at: showMoment(data.runningSince) })}</Text>
            )}
          </div>
          {data.failedAt === null ? null : (
            <Alert color="orange">{t('failed', { at: showMoment(data.failedAt) })}</Alert>
          )}
          {data.checks[0] ? (
            <>
              <LastCheck check={data.checks[0]} />
              {data.differences.length > 0 ? (
                <Differences rows={data.differences} total={data.checks[0].differences} />
              ) : null}
              <Checks rows={data.checks} />
            </>
          ) : data.runningSince === null ? (
            <EmptyState title={t('line.none')} hint={mayCheck ? t('nothing-hint') : undefined} />
          ) : null}
        </div>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={8} />
      )}
    </>
  )
}

/** The figures of the last check. */
function LastCheck({ check }: { check: StockCheck }) {
  const { t } = useTranslation('stock-proof')
  return (
    <Panel title={t('title.stock-proof')}>
      <Facts
        items={[
          check.zeroSince === null
            ? { label: t('figure.differing'), value: <Text c="red">{showCount(check.differing)}</Text>, figures: true }
            : { label: t('figure.since'), value: <MomentText value={check.zeroSince} /> },
          { label: t('figure.checked'), value: <MomentText value={check.endedAt} /> },
          { label: t('word.products'), value: showCount(check.products), figures: true },
          { label: t('figure.movements'), value: showCount(check.movements), figures: true },
          { label: t('figure.orders'), value: showCount(check.openOrders), figures: true },
        ]}
      />
    </Panel>
  )
}

/** The last checks, newest first. */
function Checks({ rows }: { rows: readonly StockCheck[] }) {
  const { t } = useTranslation('stock-proof')
  return (
    <Panel title={t('checks')} flush>
      <table className={shortTable.list}>
        <thead>
          <tr>
            <th scope="col">{t('column.at')}</th>
            <th scope="col">{t('column.by')}</th>
            <th scope="col" className={shortTable.end}>
              {t('column.differing')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, endedAt, askedBy, differing }) => (
            <tr key={id}>
              <td>
                <MomentText value={endedAt} />
              </td>
              <td>{askedBy}</td>
              <td className={`${shortTable.end} figures`}>{showCount(differing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
