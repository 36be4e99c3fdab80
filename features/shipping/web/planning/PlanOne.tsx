import { Alert, Anchor, Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { useActing, useMay } from '#web/session.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import { problemText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { planShipment } from '../../domain/contract.ts'
import { DriverFields, NO_DETAILS, useCrew, vouchersOf } from './DriverFields.tsx'
import { ListsDialog } from './ListsDialog.tsx'

/** Asks who drives one order. The driver and the vehicle of the last shipment are chosen, and Enter plans it. */
export function PlanOne({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation('shipping')
  const acting = useActing()
  const choice = useCrew()
  const [details, setDetails] = useState(NO_DETAILS)
  const [asked, setAsked] = useState(false)
  const driverField = useRef<HTMLInputElement>(null)
  const maySet = useMay(settingsRights.write)
  const mayOpen = useMayOpen('/shipping')
  const [listsOpened, lists] = useDisclosure(false)
  const plan = useRun(planShipment)
  const facts = { status: order.status, invoiceMode: order.invoiceMode, ...order.facts }
  const closed = orderLifecycle.whyNot('plan', facts, acting)
  const send = () => {
    if (choice.crew.driver === '') {
      setAsked(true)
      driverField.current?.focus()
      return
    }
    plan
      .mutateAsync({
        orderIds: [order.id],
        ...choice.crew,
        extra: details.extra,
        ...vouchersOf([order], choice.crew, details),
      })
      .then(
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
        stops={[order]}
        asked={asked}
        details={details}
        setDetails={setDetails}
        driverField={driverField}
        openLists={maySet ? lists.open : null}
      />
      {plan.error ? (
        <Alert color="red" variant="light" role="alert">
          {problemText(plan.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end" gap="xs">
        {mayOpen ? (
          <Anchor component={PageLink} to={`/shipping?r.q=${order.id}`} onClick={close} size="sm" me="auto">
            {t('title.planning')}
          </Anchor>
        ) : null}
        <WhyClosed reasons={[closed]} />
        <Button variant="default" onClick={close}>
          {t('action.back', { ns: 'frame' })}
        </Button>
        <ActionButton closed={closed} pending={plan.isPending} onClick={send} data-autofocus>
          {t('action.plan-shipment')}
        </ActionButton>
      </Group>
      {maySet ? <ListsDialog opened={listsOpened} onClose={lists.close} /> : null}
    </Stack>
  )
}
