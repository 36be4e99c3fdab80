import { Alert, Button, Group, Stack } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { showDay, showWeekday } from '#web/format.ts'
import type { VerbPart } from '#web/layouts/palette-verbs.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { problemText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { moveDelivery, whyNotMoveDelivery } from '../../domain/delivery-day.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { OrderOfVerb } from './OrderOfVerb.tsx'

/** Asks for the new day of a delivery. */
const MoveDeliveryVerb: VerbPart = ({ call, close }) => {
  const { t } = useTranslation('orders')
  return (
    <OrderOfVerb call={call} close={close} title={t('verb.move-delivery', { record: call.record?.title ?? '' })}>
      {(order) => <NewDay order={order} close={close} />}
    </OrderOfVerb>
  )
}
export default MoveDeliveryVerb

/** The day after the promised one, or tomorrow if that has passed. */
function firstProposal(promised: string | null): Day {
  const today = dayOf(new Date().toISOString())
  return addDays(promised !== null && promised > today ? (promised as Day) : today, 1)
}

function NewDay({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation('orders')
  const promised = order.expectedDelivery?.slice(0, 10) ?? null
  const [day, setDay] = useState<string | null>(() => firstProposal(promised))
  const run = useRun(moveDelivery)
  const closed =
    whyNotMoveDelivery({ status: order.status, shippingBy: null }) ?? (day === null ? t('why.no-day') : null)

  const move = (event: SyntheticEvent) => {
    event.preventDefault()
    if (closed !== null || day === null || run.isPending) return
    run.mutateAsync({ id: order.id, day, version: order.version }).then(
      ({ before, version }) => {
        close()
        const mayGoBack = before !== null && before >= dayOf(new Date().toISOString())
        say.done(
          t('said.move-delivery', { id: order.id, day: showWeekday(day) }),
          mayGoBack
            ? () => run.mutate({ id: order.id, day: before, version }, { onError: (error) => say.failed(error) })
            : undefined,
        )
      },
      // the alert says why
      () => undefined,
    )
  }
  return (
    <form onSubmit={move}>
      <Stack gap="md">
        {promised === null ? null : <Facts items={[{ label: t('column.delivery'), value: showDay(promised) }]} />}
        <DayInput label={t('new-day')} value={day} onChange={setDay} minDate={firstProposal(null)} data-autofocus />
        {run.error ? (
          <Alert color="red" variant="light" role="alert">
            {problemText(run.error)}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('action.back', { ns: 'frame' })}
          </Button>
          <ActionButton type="submit" closed={closed} pending={run.isPending}>
            {t('verb.move-delivery-short')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
