import { Button, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { addressOf } from '#kernel/entity.ts'
import { Refused } from '#kernel/refusal.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import cards from '#web/ui/table/card-table.module.css'
import { MomentText } from '#web/ui/texts.tsx'
import { documentNumbers, type ListedNumbers, voidNumber } from '../../domain/contract.ts'
import { invoicingRights } from '../../domain/rights.ts'
import { whyNoReason } from '../../domain/reason.ts'
import { ReasonField } from '../ReasonField.tsx'
import { LostDocuments, ReadDocuments } from './LostDocuments.tsx'

type OpenNumber = ListedNumbers['open'][number]

/** Shows the counter of each series of tax documents, and the numbers that were given out and not issued. */
export default function DocumentNumbers() {
  const { t } = useTranslation('invoicing')
  const numbers = useAsk(documentNumbers, {})
  return (
    <Panel title={t('numbers.title')}>
      {numbers.data ? (
        <Stack gap="md">
          <Counters series={numbers.data.series} />
          {numbers.data.series.length === 0 ? null : <OpenNumbers open={numbers.data.open} />}
          {numbers.data.unread === null ? null : <ReadDocuments unread={numbers.data.unread} />}
          {numbers.data.lost.length === 0 ? null : <LostDocuments lost={numbers.data.lost} />}
        </Stack>
      ) : numbers.error ? (
        <ErrorState error={numbers.error} retry={() => void numbers.refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </Panel>
  )
}

function Counters({ series }: Pick<ListedNumbers, 'series'>) {
  const { t } = useTranslation('invoicing')
  if (series.length === 0) return <Text size="sm">{t('numbers.none')}</Text>
  return (
    <table className={cards.table} aria-label={t('numbers.title')}>
      <thead>
        <tr>
          <th>{t('numbers.series')}</th>
          <th className={cards.end}>{t('numbers.year')}</th>
          <th className={cards.end}>{t('numbers.branch')}</th>
          <th className={cards.end}>{t('numbers.first')}</th>
          <th className={cards.end}>{t('numbers.last')}</th>
          <th className={cards.end}>{t('numbers.skipped')}</th>
        </tr>
      </thead>
      <tbody>
        {series.map((one) => (
          <tr key={`${one.series} ${one.year} ${one.branch}`}>
            <td>{one.series}</td>
            {(['year', 'branch', 'first', 'last', 'skipped'] as const).map((part) => (
              <td key={part} className={`${cards.end} figures`} data-label={t(`numbers.${part}`)}>
                {one[part]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OpenNumbers({ open }: Pick<ListedNumbers, 'open'>) {
  const { t } = useTranslation('invoicing')
  const [chosen, setChosen] = useState<OpenNumber | null>(null)
  const maySettle = useMay(invoicingRights.settle)
  if (open.length === 0) return <Text size="sm">{t('numbers.all-issued')}</Text>
  return (
    <>
      <Text size="sm">{t('numbers.open')}</Text>
      <table className={cards.table} aria-label={t('numbers.open')}>
        <thead>
          <tr>
            <th>{t('view.number')}</th>
            <th className={cards.end}>{t('numbers.order')}</th>
            <th className={cards.end}>{t('numbers.taken')}</th>
            {maySettle ? (
              <th>
                <VisuallyHidden>{t('numbers.void.button')}</VisuallyHidden>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {open.map((one) => (
            <tr key={`${one.series} ${one.year} ${one.branch} ${one.number}`}>
              <td className="figures">{`${one.series} ${one.number}`}</td>
              <td className={cards.end} data-label={t('numbers.order')}>
                {one.known ? (
                  <PageLink to={addressOf(ordersEntity, one.orderId)}>{one.orderId}</PageLink>
                ) : (
                  t('numbers.no-order', { id: one.orderId })
                )}
              </td>
              <td className={cards.end} data-label={t('numbers.taken')}>
                <MomentText value={one.takenAt} />
              </td>
              {maySettle ? (
                <td className={cards.end}>
                  <Button size="compact-sm" variant="default" onClick={() => setChosen(one)}>
                    {t('numbers.void.button')}
                  </Button>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      <Dialog
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title={chosen === null ? '' : t('numbers.void.title', { number: `${chosen.series} ${chosen.number}` })}
      >
        {chosen === null ? null : <VoidForm number={chosen} close={() => setChosen(null)} />}
      </Dialog>
    </>
  )
}

function VoidForm({ number, close }: { number: OpenNumber; close: () => void }) {
  const { t } = useTranslation('invoicing')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [unasked, setUnasked] = useState(false)
  const cannotAsk = unasked || (error instanceof Refused && error.refusal.code === 'invoicing.number-not-asked')
  const run = useRun(voidNumber)
  const send = () => {
    setError(null)
    const { series, year, branch, number: one } = number
    run.mutateAsync({ series, year, branch, number: one, reason, unasked }).then(
      ({ issued }) => {
        close()
        say.done(
          issued === null
            ? t('numbers.void.done', { number: `${series} ${one}` })
            : t('numbers.void.issued', { number: `${series} ${one}`, mark: issued }),
        )
      },
      (fault: unknown) => setError(fault),
    )
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{t('numbers.void.body')}</Text>
      <ReasonField reason={reason} change={setReason} data-autofocus />
      <RefusalText error={error} />
      {cannotAsk ? (
        <Checkbox
          label={t('numbers.void.unasked')}
          checked={unasked}
          onChange={(event) => setUnasked(event.currentTarget.checked)}
        />
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('action.back')}
        </Button>
        <ActionButton danger closed={whyNoReason(reason)} pending={run.isPending} onClick={send}>
          {t('numbers.void.button')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
