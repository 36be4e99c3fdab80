import { Alert, Button, Group, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { OrderOfVerb } from '#features/orders/web/verbs/OrderOfVerb.tsx'
import type { VerbPart } from '#web/layouts/palette-verbs.ts'
import { useRun } from '#web/query.ts'
import { useActing } from '#web/session.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import { problemText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { planShipment } from '../../domain/contract.ts'
import { DriverFields, NO_DETAILS, useCrew } from './DriverFields.tsx'

/** Puts an order on a vehicle: the driver and the vehicle of the last shipment are chosen, and Enter plans it. */
const PlanVerb: VerbPart = ({ call, close }) => {
  const { t } = useTranslation('shipping')
  return (
    <OrderOfVerb call={call} close={close} title={t('plan-one.title', { id: call.record?.id ?? 0 })}>
      {(order) => <PlanOne order={order} close={close} />}
    </OrderOfVerb>
  )
}
export default PlanVerb

function PlanOne({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation('shipping')
  const acting = useActing()
  const choice = useCrew()
  const [details, setDetails] = useState(NO_DETAILS)
  const [asked, setAsked] = useState(false)
  const driverField = useRef<HTMLInputElement>(null)
  const plan = useRun(planShipment)
  const facts = { status: order.status, invoiceMode: order.invoiceMode, ...order.facts }
  const closed = orderLifecycle.whyNot('plan', facts, acting)
  const send = () => {
    if (choice.crew.driver === '') {
      setAsked(true)
      driverField.current?.focus()
      return
    }
    plan.mutateAsync({ orderIds: [order.id], ...choice.crew, extra: details.extra }).then(
      () => {
        close()
        say.done(t('plan-one.planned', { id: order.id, driver: choice.crew.driver }))
      },
      // the alert says why
      () => undefined,
    )
  }
  return (
    <Stack gap="sm">
      <DriverFields
        choice={choice}
        stops={[]}
        asked={asked}
        details={details}
        setDetails={setDetails}
        driverField={driverField}
        openLists={null}
      />
      {plan.error ? (
        <Alert color="red" variant="light" role="alert">
          {problemText(plan.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <WhyClosed reasons={[closed]} />
        <Button variant="default" onClick={close}>
          {t('action.back', { ns: 'frame' })}
        </Button>
        <ActionButton closed={closed} pending={plan.isPending} onClick={send} data-autofocus>
          {t('action.plan-shipment')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
