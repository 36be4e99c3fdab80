import { Button } from '@mantine/core'
import { Truck } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { PageLink } from '#web/navigation.tsx'
import { useActing } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'

/** Leads from an invoiced order to its row on the planning desk. */
export function PlanOrder({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('shipping')
  const acting = useActing()
  const facts = { status: order.status, invoiceMode: order.invoiceMode, ...order.facts }
  const closed = orderLifecycle.whyNot('plan', facts, acting)
  const icon = <Truck size={16} aria-hidden />
  if (closed)
    return (
      <ActionButton leftSection={icon} closed={closed}>
        {t('action.plan-shipment')}
      </ActionButton>
    )
  return (
    <Button variant="filled" component={PageLink} to={`/shipping?r.q=${order.id}`} leftSection={icon}>
      {t('action.plan-shipment')}
    </Button>
  )
}
