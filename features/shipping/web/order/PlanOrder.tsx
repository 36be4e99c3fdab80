import { useDisclosure } from '@mantine/hooks'
import { Truck } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { lazyDialog } from '#web/lazy-part.tsx'
import { useActing } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'

const PlanDialog = lazyDialog(
  ({ opened }) => opened,
  async () => (await import('../planning/PlanDialog.tsx')).PlanDialog,
)

/** Puts an invoiced order on a vehicle, in a dialog over the page on which the person is. */
export function PlanOrder({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('shipping')
  const acting = useActing()
  const [opened, { open, close }] = useDisclosure(false)
  const facts = { status: order.status, invoiceMode: order.invoiceMode, ...order.facts }
  return (
    <>
      <ActionButton
        variant="filled"
        leftSection={<Truck size={16} aria-hidden />}
        closed={orderLifecycle.whyNot('plan', facts, acting)}
        onClick={open}
      >
        {t('action.plan-shipment')}
      </ActionButton>
      <PlanDialog order={order} opened={opened} close={close} />
    </>
  )
}
