import { Button, Group, Radio, Stack, Text, Title } from '@mantine/core'
import { ListChecks } from '#web/ui/icon/icons.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { WAITING_STATUSES } from '#features/orders/domain/order.ts'
import { may } from '#kernel/rights.ts'
import { NOTHING, showWallClock } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useActing } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { type Fit, type FitRow, fitTasks, orderFit } from '../../domain/plan/fit-contract.ts'
import type { SurplusChoice } from '../../domain/plan/plan-changes.ts'
import { productionRights } from '../../domain/rights.ts'
import styles from './order-fit.module.css'

/** Says that the tasks of an order do not fit its changed lines, and offers to change them (C-63). */
export default function OrderFitNotice({ order }: { order: OrderDetail }) {
  const isMeant = WAITING_STATUSES.includes(order.status)
  return may(useActing(), productionRights.write) && isMeant ? <Notice orderId={order.id} /> : null
}

function Notice({ orderId }: { orderId: number }) {
  const { t } = useTranslation('production')
  const [opened, setOpened] = useState(false)
  const { data } = useAsk(orderFit, { orderId })
  if (!data?.fit) return null
  return (
    <div className={styles.strip} role="status">
      <ListChecks size={20} aria-hidden />
      <Text size="sm" className={styles.says}>
        {t('fit.says', { changes: summaryOf(t, data.fit) })}
      </Text>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('fit.open')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('fit.title', { id: orderId })} size={620}>
        <FitQuestion orderId={orderId} fit={data.fit} close={() => setOpened(false)} />
      </Dialog>
    </div>
  )
}

/** Returns in a few words what would change: how many products are made less and more of, other purchases, another day. */
function summaryOf(t: TFunction<'production'>, { close: { less, more, rows }, delivery }: Fit): string {
  const parts = [
    less > 0 ? t('fit.less', { count: less }) : '',
    more > 0 ? t('fit.more', { count: more }) : '',
    less + more === 0 && rows.length > 0 ? t('fit.goods') : '',
    delivery === null ? '' : t('fit.day'),
  ]
  return parts.filter(Boolean).join(', ')
}

type QuestionProps = { orderId: number; fit: Fit; close: () => void }

function FitQuestion({ orderId, fit, close }: QuestionProps) {
  const { t } = useTranslation('production')
  const [surplus, setSurplus] = useState<SurplusChoice>('close')
  const run = useRun(fitTasks)
  const proposal = fit[surplus]
  const accept = () =>
    run.mutate(
      { orderId, surplus, seen: proposal.seen },
      {
        onSuccess: () => {
          say.done(t('fit.done'))
          close()
        },
      },
    )
  return (
    <Stack gap="md">
      <ChangedNeeds fit={fit} />
      {fit.close.rows.some(({ action }) => action === 'close') ? (
        <Radio.Group label={t('fit.surplus')} value={surplus} onChange={setSurplus}>
          <Stack gap="xs" mt={6}>
            <Radio value="close" label={t('cancelling.close')} description={t('fit.close-hint')} />
            <Radio value="keep" label={t('cancelling.keep')} description={t('fit.keep-hint')} />
          </Stack>
        </Radio.Group>
      ) : null}
      <section aria-labelledby={`fit-tasks-${orderId}`}>
        <Title order={3} size="h5" id={`fit-tasks-${orderId}`}>
          {t('fit.tasks')}
        </Title>
        <ul className={styles.rows}>
          {proposal.rows.map((row) => (
            <ProposedRow key={`${row.action} ${row.productId}`} row={row} />
          ))}
          {fit.delivery === null ? null : (
            <li>
              <span className={styles.action}>{t('fit.action.move')}</span>
              <span>{t('fit.moved', { count: fit.delivery.tasks })}</span>
            </li>
          )}
        </ul>
      </section>
      {proposal.rows.length > 0 || fit.delivery !== null ? null : <Text size="sm">{t('fit.nothing')}</Text>}
      <RefusalText error={run.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('action.cancel', { ns: 'frame' })}
        </Button>
        <ActionButton pending={run.isPending} onClick={accept}>
          {t('fit.accept')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

/** Shows what the order needs more or less of than when its tasks were made, and its other day. */
function ChangedNeeds({ fit: { needs, delivery } }: { fit: Fit }) {
  const { t } = useTranslation('production')
  const shown = (moment: string | null | undefined) => (moment ? showWallClock(moment) : NOTHING)
  return (
    <section>
      <Title order={3} size="h5">
        {t('fit.needs')}
      </Title>
      <ul className={styles.rows}>
        {needs.map(({ productId, name, unit, before, after }) => (
          <li key={productId}>
            <span>{name}</span>
            <span className={styles.end}>
              <QuantityText value={before} unit={unit} /> → <QuantityText value={after} unit={unit} />
            </span>
          </li>
        ))}
        {delivery === null ? null : (
          <li>
            <span>{t('word.day-of-delivery')}</span>
            <span className={styles.end}>
              {shown(delivery.before)} → {shown(delivery.after)}
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}

function ProposedRow({ row: { action, name, unit, quantity } }: { row: FitRow }) {
  const { t } = useTranslation('production')
  return (
    <li data-action={action}>
      <span className={styles.action}>{t(`fit.action.${action}`)}</span>
      <span>{name}</span>
      <span className={styles.end}>
        <QuantityText value={quantity} unit={unit} />
      </span>
    </li>
  )
}
