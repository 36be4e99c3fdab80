import { Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/contract.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { closeDelivery } from '../domain/contract.ts'
import { DRIVER_ACTIONS, type DriverAction } from '../domain/shipment.ts'

const ACTIONS = Object.keys(DRIVER_ACTIONS) as DriverAction[]

/** What the office presses for an order on the road that no driver of ours can close: a courier's (ruling C-29). */
export default function CourierOrder({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('shipping')
  const [error, setError] = useState<unknown>(null)
  const run = useRun(closeDelivery, { invalidates: ['orders', `orders:${order.id}`, 'shipments'] })

  // a driver closes his own orders
  if (order.shipping['type'] === 'Driver') return null

  const press = async (action: DriverAction) => {
    setError(null)
    const agreed = await confirm({
      title: t(`courier.${action}.title`, { id: order.id }),
      body: t(`courier.${action}.body`, { driver: order.shippingBy }),
      confirmLabel: t(`courier.${action}.button`),
    })
    if (!agreed) return
    await run.mutateAsync({ orderId: order.id, action }).then(
      () => say.done(t(`courier.${action}.done`, { id: order.id })),
      (fault: unknown) => setError(fault),
    )
  }

  return (
    <Group gap="xs">
      {ACTIONS.map((action) => (
        <ActionButton
          key={action}
          variant={action === 'deliver' ? 'filled' : 'default'}
          pending={run.isPending && run.variables?.action === action}
          onClick={() => void press(action)}
        >
          {t(`courier.${action}.button`)}
        </ActionButton>
      ))}
      {error ? <RefusalText error={error} /> : null}
    </Group>
  )
}
