import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { addDays, dayOf, showDay } from '#kernel/day.ts'
import { addressOf } from '#kernel/entity.ts'
import { showMoney } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { type PickedPeriod, PeriodPicker } from '#web/ui/form/PeriodPicker.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import cards from '#web/ui/table/card-table.module.css'
import { enterMark } from '../../domain/contract.ts'
import { compareDocuments, type Compared } from '../../domain/comparison/contract.ts'
import { invoicingRights } from '../../domain/rights.ts'

type Row = Compared['differences'][number]

/** Compares the documents of some days with those that the tax office has, on a press, and says what to do about each difference. */
export default function CompareDocuments() {
  const { t } = useTranslation('invoicing')
  const [period, setPeriod] = useState<PickedPeriod>(() => {
    const yesterday = addDays(dayOf(new Date().toISOString()), -1)
    return { from: yesterday, to: yesterday }
  })
  const may = useMay(invoicingRights.invoice)
  const { mutate, data, error, isPending } = useRun(compareDocuments)
  const { from, to } = period
  if (!may) return null
  const compare = () => (from && to ? mutate({ from, to }) : undefined)
  return (
    <Panel title={t('compare.title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('compare.what')}</Text>
        <PeriodPicker value={period} onChange={setPeriod} />
        <ActionButton pending={isPending} closed={from && to ? null : t('compare.both-ends')} onClick={compare}>
          {t('compare.button')}
        </ActionButton>
        <RefusalText error={error} />
        <div aria-live="polite">
          {data ? (
            <Text size="sm" fw={600}>
              {t(data.count === 0 ? 'compare.same' : 'compare.found', {
                count: data.count,
                ours: data.ours,
                theirs: data.theirs,
              })}
            </Text>
          ) : null}
        </div>
        {data && data.count > 0 ? <Differences rows={data.differences} again={compare} /> : null}
      </Stack>
    </Panel>
  )
}

function Differences({ rows, again }: { rows: readonly Row[]; again: () => void }) {
  const { t } = useTranslation('invoicing')
  // a delivery note has no amounts
  const money = (total: number | null) => (total === null ? '–' : showMoney(total))
  return (
    <table className={cards.table} aria-label={t('compare.title')}>
      <thead>
        <tr>
          <th>{t('view.number')}</th>
          <th>{t('compare.difference')}</th>
          <th className={cards.end}>{t('compare.ours')}</th>
          <th className={cards.end}>{t('compare.theirs')}</th>
          <th>{t('compare.todo')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.kind} ${row.mark ?? ''} ${row.type} ${row.series} ${row.number}`} data-difference={row.kind}>
            <td className="figures">
              {[row.type, `${row.series} ${row.number}`, showDay(row.day)].filter(Boolean).join(' · ')}
              {row.mark === null ? null : (
                <Text size="xs" style={{ whiteSpace: 'nowrap' }}>{`${t('document.mark')} ${row.mark}`}</Text>
              )}
            </td>
            <td data-label={t('compare.difference')}>{t(`compare.kind.${row.kind}`)}</td>
            <td className={`${cards.end} figures`} data-label={t('compare.ours')}>
              {money(row.note ? null : row.ourTotal)}
            </td>
            <td className={`${cards.end} figures`} data-label={t('compare.theirs')}>
              {money(row.note ? null : row.theirTotal)}
            </td>
            <td data-label={t('compare.todo')}>
              <div>
                <Text size="sm">
                  {t(`compare.do.${row.kind === 'mark-missing' && row.note ? 'mark-missing-note' : row.kind}`)}
                </Text>
                {row.orderId === null ? null : (
                  <PageLink to={addressOf(ordersEntity, row.orderId)}>{`#${row.orderId}`}</PageLink>
                )}
                <TakeMark row={row} again={again} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Enters the MARK that the tax office has for a document here that waits for its answer. That of a delivery note is entered on its loading page. */
function TakeMark({ row: { kind, note, orderId, mark }, again }: { row: Row; again: () => void }) {
  const { t } = useTranslation('invoicing')
  const may = useMay(invoicingRights.settle)
  const run = useRun(enterMark, { invalidates: ['orders'] })
  if (!may || kind !== 'mark-missing' || note || orderId === null || mark === null) return null
  return (
    <Button
      size="sm"
      mih={48}
      variant="default"
      loading={run.isPending}
      onClick={() =>
        run.mutate(
          { id: orderId, mark, reason: t('compare.reason') },
          {
            onSuccess: () => {
              say.done(t('said.enter-mark', { id: orderId }))
              again()
            },
            onError: (error) => say.failed(error),
          },
        )
      }
    >
      {t('compare.take')}
    </Button>
  )
}
