import { oneLineAddress } from '#kernel/address.ts'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/Overlays.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import type { ReadyRow } from '../../domain/contract.ts'
import type { WaitingOrder } from '../../domain/planning-contract.ts'

type NearOrdersProps = {
  /** The orders of one pin. Without any the list is closed. */
  orders: readonly WaitingOrder[]
  chosen: ReadonlySet<number>
  toggle: (rows: readonly ReadyRow[]) => void
  close: () => void
}

/** Lists the orders of a pin that stands for several places, to add them to the shipment or remove them. */
export function NearOrders({ orders, chosen, toggle, close }: NearOrdersProps) {
  const { t } = useTranslation('shipping')
  const left = orders.filter(({ id }) => !chosen.has(id))
  return (
    <Dialog opened={orders.length > 0} onClose={close} title={t('choose-map.near', { count: orders.length })}>
      <Stack gap="sm">
        <Checkbox
          label={t('choose-map.all')}
          checked={left.length === 0}
          indeterminate={left.length > 0 && left.length < orders.length}
          onChange={() => toggle(left.length === 0 ? orders : left)}
        />
        {orders.map((order) => (
          <Checkbox
            key={order.id}
            label={`${order.name} (${order.id})`}
            description={oneLineAddress({ address: order.address, city: order.city })}
            checked={chosen.has(order.id)}
            onChange={() => toggle([order])}
          />
        ))}
        <Group justify="flex-end" className={surfaces.dialogActions}>
          <Button onClick={close}>{t('action.close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
