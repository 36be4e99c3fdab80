import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { addressOf } from '#kernel/entity.ts'
import { PageLink } from '#web/navigation.tsx'
import { showMoment } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import cards from '#web/ui/table/card-table.module.css'
import { DayText } from '#web/ui/texts.tsx'
import { type ListedNumbers, readDocuments } from '../../domain/contract.ts'
import { whyNoReason } from '../../domain/reason.ts'
import { invoicingRights } from '../../domain/rights.ts'
import { ReasonField } from '../ReasonField.tsx'

/** Lists what was issued and is in no book. */
export function LostDocuments({ lost }: Pick<ListedNumbers, 'lost'>) {
  const { t } = useTranslation('invoicing')
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('numbers.lost')}</Text>
      <Text size="sm">{t('numbers.lost-what')}</Text>
      <table className={cards.table} aria-label={t('numbers.lost')}>
        <thead>
          <tr>
            <th>{t('view.number')}</th>
            <th>{t('numbers.day')}</th>
            <th>{t('document.mark')}</th>
            <th className={cards.end}>{t('numbers.order')}</th>
          </tr>
        </thead>
        <tbody>
          {lost.map(({ id, series, number, day, mark, orderId }) => (
            <tr key={id}>
              <td className="figures">{`${series} ${number ?? ''}`.trim()}</td>
              <td data-label={t('numbers.day')}>{day === '' ? '–' : <DayText value={day} />}</td>
              <td className="figures" data-label={t('document.mark')}>
                {mark}
              </td>
              <td className={cards.end} data-label={t('numbers.order')}>
                {orderId === null ? '–' : <PageLink to={addressOf(ordersEntity, orderId)}>{orderId}</PageLink>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  )
}

/** Has the documents read that another server may have issued. Without an account at the tax office a person says what they found. */
export function ReadDocuments({ unread }: { unread: NonNullable<ListedNumbers['unread']> }) {
  const { t } = useTranslation('invoicing')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const run = useRun(readDocuments)
  const maySettle = useMay(invoicingRights.settle)
  const send = () => {
    setError(null)
    run.mutateAsync({ reason }).then(
      ({ adopted }) => say.done(t('numbers.unread.done', { count: adopted })),
      (fault: unknown) => setError(fault),
    )
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>{t('numbers.unread.title')}</Text>
      <Text size="sm">
        {t(unread.asks ? 'numbers.unread.ask' : 'numbers.unread.word', { since: showMoment(unread.since) })}
      </Text>
      {unread.asks ? null : <ReasonField reason={reason} change={setReason} />}
      <RefusalText error={error} />
      {maySettle ? (
        <ActionButton closed={unread.asks ? null : whyNoReason(reason)} pending={run.isPending} onClick={send}>
          {t('numbers.unread.button')}
        </ActionButton>
      ) : null}
    </Stack>
  )
}
