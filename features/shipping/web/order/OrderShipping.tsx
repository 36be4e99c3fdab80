import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/contract.ts'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { toldOf } from './order-shipping.ts'

/** Shows how an order was sent: driver, vehicle and voucher (C-29). */
export default function OrderShipping({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('shipping')
  const told = (field: 'type' | 'car' | 'extra'): string => toldOf(order, field)
  if (told('type') === '' && order.shippingBy === null) return null
  const own = told('type') === 'Driver' || told('type') === ''
  return (
    <Panel title={t('field.shipping')}>
      <Facts
        items={[
          { label: t(own ? 'field.driver' : 'field.carrier'), value: order.shippingBy },
          { label: t('field.driver-type'), value: told('type') },
          ...(own ? [{ label: t('field.vehicle'), value: told('car') }] : []),
          { label: t(own ? 'field.extra' : 'voucher.label'), value: told('extra') },
        ]}
      />
    </Panel>
  )
}
