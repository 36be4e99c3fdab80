import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { noteField } from './order-shipping.ts'

/** Shows how an order was sent: driver, vehicle and voucher (C-29). */
export default function OrderShipping({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('shipping')
  const text = (field: 'type' | 'car' | 'extra'): string => noteField(order, field)
  if (text('type') === '' && order.shippingBy === null) return null
  const own = text('type') === 'Driver' || text('type') === ''
  return (
    <Panel title={t('field.shipping')}>
      <Facts
        items={[
          { label: t(own ? 'field.driver' : 'field.courier'), value: order.shippingBy },
          {
            label: t('field.driver-type'),
            value: text('type') && t(`driver-type.${text('type')}`, { defaultValue: text('type') }),
          },
          ...(own ? [{ label: t('field.vehicle'), value: text('car') }] : []),
          { label: t(own ? 'field.extra' : 'action.voucher'), value: text('extra') },
        ]}
      />
    </Panel>
  )
}
