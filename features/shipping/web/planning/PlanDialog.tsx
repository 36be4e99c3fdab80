import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { PlanOne } from './PlanOne.tsx'

type PlanDialogProps = { order: OrderDetail; opened: boolean; close: () => void }

/** The dialog in which one order is put on a vehicle. */
export function PlanDialog({ order, opened, close }: PlanDialogProps) {
  const { t } = useTranslation('shipping')
  return (
    <Dialog opened={opened} onClose={close} title={t('plan-one.title', { id: order.id })}>
      <PlanOne order={order} close={close} />
    </Dialog>
  )
}
