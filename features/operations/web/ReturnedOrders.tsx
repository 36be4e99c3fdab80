import { useTranslation } from 'react-i18next'
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { EmptyState, Loading } from '#web/ui/states.tsx'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import styles from './driver.module.css'

/** What comes back on this truck: the orders returned in the shipment, with what is in them. */
export function ReturnedOrders({
  orders,
  onClose,
}: {
  orders: readonly ShipmentCard[] | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('operations')
  return (
    <Dialog opened onClose={onClose} title={t('returns.title')}>
      {orders === undefined ? (
        <Loading />
      ) : orders.length === 0 ? (
        <EmptyState title={t('returns.empty')} />
      ) : (
        <ul className={styles.returned}>
          {orders.map((order) => (
            <li key={order.id}>
              <p>
                <strong>{order.name}</strong>
                <MoneyText value={order.total} />
              </p>
              <p>{t('card.order', { id: order.id })}</p>
              <ul>
                {order.lines.map((line, place) => (
                  <li key={place}>
                    <QuantityText
                      value={line.quantity}
                      unit={t(`unit.${line.unit}`, { ns: 'products', defaultValue: line.unit })}
                    />{' '}
                    {line.name}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
