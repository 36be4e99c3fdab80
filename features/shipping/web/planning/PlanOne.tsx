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
import { addStops } from '../../domain/planning-contract.ts'
import { openShipmentOfCrew } from './crew.ts'
import { DriverFields, NO_DETAILS, useCrew, vouchersOf } from './DriverFields.tsx'
import { ListsDialog } from './ListsDialog.tsx'

/** Plans one order with the chosen driver, in a new shipment or in one that the driver has not begun. */
function usePlanOne(order: OrderDetail, close: () => void) {
  const { t } = useTranslation('shipping')
  const choice = useCrew()
  const [details, setDetails] = useState(NO_DETAILS)
  const [asked, setAsked] = useState(false)
  const driverField = useRef<HTMLInputElement>(null)
  const plan = useRun(planShipment)
  const add = useRun(addStops)
  const { crew, choices } = choice
  // the alert says why it failed
  const end = (work: Promise<unknown>) =>
    void work.then(
      () => {
        close()
        say.done(t('plan-one.planned', { id: order.id, driver: crew.driver }))
      },
      () => undefined,
    )
  const addTo = (shipmentId: number) => {
    plan.reset()
    end(add.mutateAsync({ shipmentId, orderIds: [order.id] }))
  }
  const send = () => {
    add.reset()
    if (crew.driver === '') {
      setAsked(true)
      driverField.current?.focus()
      return
    }
    const vouchers = vouchersOf([order], crew, details)
    end(plan.mutateAsync({ orderIds: [order.id], ...crew, extra: details.extra, ...vouchers }))
  }
  const fields = { choice, asked, details, setDetails, driverField }
  const open = openShipmentOfCrew(crew, choices)
  // a further order takes the note that the shipment has
  const whyNotAdded = open === null || details.extra.trim() === '' ? null : t('plan-one.note-is-for-new', { id: open })
  return { fields, open, whyNotAdded, plan, add, send, addTo }
}

/**
 * Asks who drives one order. The driver and the vehicle of the last shipment are chosen. Enter adds it to the shipment that they have not begun,
 * or plans a new one where there is none.
 */
export function PlanOne({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation('shipping')
  const acting = useActing()
  const { fields, open, whyNotAdded, plan, add, send, addTo } = usePlanOne(order, close)
  const maySet = useMay(settingsRights.write)
  const mayOpen = useMayOpen('/shipping')
  const [listsOpened, lists] = useDisclosure(false)
  const facts = { status: order.status, invoiceMode: order.invoiceMode, ...order.facts }
  const closed = orderLifecycle.whyNot('plan', facts, acting)
  const pending = plan.isPending || add.isPending
  return (
    <Stack gap="sm">
      <DriverFields {...fields} stops={[order]} openLists={maySet ? lists.open : null} />
      {(plan.error ?? add.error) ? (
        <Alert color="red" variant="light" role="alert">
          {problemText(plan.error ?? add.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end" gap="xs">
        {mayOpen ? (
          <Anchor component={PageLink} to={`/shipping?r.q=${order.id}`} onClick={close} size="sm" me="auto">
            {t('title.planning')}
          </Anchor>
        ) : null}
        <WhyClosed reasons={[closed ?? whyNotAdded]} />
        <Button variant="default" onClick={close}>
          {t('action.back', { ns: 'frame' })}
        </Button>
        {open === null ? null : (
          <ActionButton variant="default" closed={closed} pending={pending} onClick={send}>
            {t('plan-one.new')}
          </ActionButton>
        )}
        <ActionButton
          closed={closed ?? whyNotAdded}
          pending={pending}
          onClick={() => (open === null ? send() : addTo(open))}
          data-autofocus
        >
          {open === null ? t('action.plan-shipment') : t('plan-one.add', { id: open })}
        </ActionButton>
      </Group>
      {maySet ? <ListsDialog opened={listsOpened} onClose={lists.close} /> : null}
    </Stack>
  )
}
