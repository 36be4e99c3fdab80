import { Truck } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import type { OrderActionProps } from '#features/orders/web/order-parts.ts'
import { lazyDialog } from '#web/lazy-part.tsx'
import { useActing } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'

type PlanProps = { order: OrderDetail; opened: boolean; close: () => void }

const Plan = lazyDialog<PlanProps>(
  ({ opened }) => opened,
  async () => {
    const { PlanOne } = await import('../planning/PlanOne.tsx')
    return function PlanDialog({ order, opened, close }) {
      const { t } = useTranslation('shipping')
      return (
        <Dialog opened={opened} onClose={close} title={t('plan-one.title', { id: order.id })}>
          <PlanOne order={order} close={close} />
        </Dialog>
      )
    }
  },
)

/** Puts an invoiced order on a vehicle, in a dialog over the page on which the person is. */
export function PlanOrder({ order, offered, hold }: OrderActionProps) {
  const { t } = useTranslation('shipping')
  const [opened, setOpened] = useState(false)
  const show = (isOpen: boolean) => {
    setOpened(isOpen)
    hold(isOpen)
  }
  const acting = useActing()
  const facts = { status: order.status, invoiceMode: order.invoiceMode, ...order.facts }
  const closed = orderLifecycle.whyNot('plan', facts, acting)
  return (
    <>
      {offered ? (
        <ActionButton
          variant="filled"
          leftSection={<Truck size={16} aria-hidden />}
          closed={closed}
          onClick={() => show(true)}
        >
          {t('action.plan-shipment')}
        </ActionButton>
      ) : null}
      <Plan order={order} opened={opened} close={() => show(false)} />
    </>
  )
}
