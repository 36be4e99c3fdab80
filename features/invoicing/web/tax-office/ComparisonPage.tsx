import { Alert, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, dayOf } from '#kernel/day.ts'
import { showCount, showDay } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import { type PickedPeriod, PeriodPicker } from '#web/ui/form/PeriodPicker.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import cards from '#web/ui/table/card-table.module.css'
import { compareDocuments, type Comparisons, comparisons } from '../../domain/comparison/contract.ts'
import { Differences } from './Differences.tsx'

/** Compares documents with those of the tax office, and shows what the last comparisons found and what to do about it. */
export default function ComparisonPage() {
  const { t } = useTranslation('invoicing')
  const answer = useAsk(comparisons, {})
  const { data } = answer
  return (
    <>
      <PageHeader title={t('title.tax-comparison')} subtitle={t('compare.nightly')} />
      {data ? (
        <Stack gap="md">
          {data.known ? <Compare /> : <Alert color="yellow">{t('compare.no-account')}</Alert>}
          <Panel title={t('compare.differences')}>
            {data.differences.length > 0 ? (
              <Stack gap="sm">
                {data.open > data.differences.length ? (
                  <Text size="sm" fw={600}>
                    {t('compare.some', { shown: showCount(data.differences.length), total: showCount(data.open) })}
                  </Text>
                ) : null}
                <Differences rows={data.differences} />
              </Stack>
            ) : (
              <EmptyState title={t(data.runs.length === 0 ? 'compare.never' : 'compare.none-open')} />
            )}
          </Panel>
          {data.runs.length > 0 ? <Runs rows={data.runs} /> : null}
        </Stack>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={8} />
      )}
    </>
  )
}

/** Compares the documents of the chosen days on a press. */
function Compare() {
  const { t } = useTranslation('invoicing')
  const [period, setPeriod] = useState<PickedPeriod>(() => {
    const yesterday = addDays(dayOf(new Date().toISOString()), -1)
    return { from: yesterday, to: yesterday }
  })
  const { mutate, data, error, isPending } = useRun(compareDocuments)
  const { from, to } = period
  const closed = from && to ? null : t('compare.both-ends')
  return (
    <Panel title={t('compare.button')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('compare.what')}</Text>
        <PeriodPicker value={period} onChange={setPeriod} />
        <ActionButton
          mih={48}
          pending={isPending}
          closed={closed}
          onClick={() => (from && to ? mutate({ from, to }) : undefined)}
        >
          {t('compare.button')}
        </ActionButton>
        <WhyClosed reasons={[closed]} />
        <RefusalText error={error} />
        <div aria-live="polite">
          {data ? (
            <Text size="sm" fw={600}>
              {t(data.count === 0 ? 'compare.same' : 'compare.found', data)}
            </Text>
          ) : null}
        </div>
      </Stack>
    </Panel>
  )
}

/** The last comparisons, the newest first. */
function Runs({ rows }: { rows: Comparisons['runs'] }) {
  const { t } = useTranslation('invoicing')
  return (
    <Panel title={t('compare.runs')}>
      <table className={cards.table} aria-label={t('compare.runs')}>
        <thead>
          <tr>
            <th>{t('compare.days')}</th>
            <th>{t('compare.at')}</th>
            <th>{t('compare.by')}</th>
            <th className={cards.end}>{t('compare.ours')}</th>
            <th className={cards.end}>{t('compare.theirs')}</th>
            <th className={cards.end}>{t('compare.differences')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, from, to, at, by, counts, failure }) => (
            <tr key={id}>
              <td className="figures">
                {from === to ? showDay(from) : `${showDay(from)} – ${showDay(to)}`}
                {failure === null ? null : (
                  <Text size="xs" c="red">
                    {[t('compare.failed', { reason: failure }), counts ? t('compare.kept') : ''].join(' ').trim()}
                  </Text>
                )}
              </td>
              <td data-label={t('compare.at')}>
                <MomentText value={at} />
              </td>
              <td data-label={t('compare.by')}>{by}</td>
              <td className={cards.end} data-label={t('compare.ours')}>
                {counts ? showCount(counts.ours) : '–'}
              </td>
              <td className={cards.end} data-label={t('compare.theirs')}>
                {counts ? showCount(counts.theirs) : '–'}
              </td>
              <td className={cards.end} data-label={t('compare.differences')}>
                {counts ? showCount(counts.differing) : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
