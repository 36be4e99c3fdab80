import { useTranslation } from 'react-i18next'
import { BackNotes } from '#features/delivery-notes/web/NotesPanel.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import { BottomSheet } from './BottomSheet.tsx'
import type { OpenShipment, Stop } from '../domain/day-now.ts'
import styles from './driver.module.css'

type Line = { readonly name: string; readonly unit: string; readonly quantity: number }

/** Shows all that comes back in this vehicle: whole orders, undelivered parts, and lent items taken back. */
export function ReturnedOrders({ shipment, onClose }: { shipment: OpenShipment; onClose: () => void }) {
  const { t } = useTranslation('driver')
  const { undelivered, takenBack } = shipment
  const whole = shipment.stops.filter((stop) => stop.status === 'RETURNED' || goesBackToPlanning(stop))
  const empty = whole.length + undelivered.length + takenBack.length === 0
  return (
    <BottomSheet title={t('returns.title')} onClose={onClose}>
      {empty ? <EmptyState title={t('returns.empty')} /> : null}
      <BackNotes shipmentId={shipment.id} />
      {whole.length === 0 ? null : (
        <section aria-labelledby="returned-orders">
          <h3 id="returned-orders">{t('returns.orders')}</h3>
          <ul className={styles.returned}>
            {whole.map((stop) => (
              <li key={stop.id}>
                <p>
                  <strong>{stop.name}</strong>
                  <MoneyText value={stop.total} />
                </p>
                <p>
                  {t('card.order', { id: stop.id })} ·{' '}
                  {t(goesBackToPlanning(stop) ? 'returns.planned' : 'returns.returned')}
                </p>
                <Lines lines={stop.lines} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {undelivered.length === 0 ? null : (
        <section aria-labelledby="returned-undelivered">
          <h3 id="returned-undelivered">{t('returns.undelivered')}</h3>
          <ul className={styles.returned}>
            {undelivered.map((part) => (
              <li key={part.orderId}>
                <p>
                  <strong>{part.name}</strong>
                  <span>{t('card.order', { id: part.orderId })}</span>
                </p>
                <Lines lines={part.lines} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {takenBack.length === 0 ? null : (
        <section aria-labelledby="returned-loans">
          <h3 id="returned-loans">{t('returns.loans')}</h3>
          <Lines lines={takenBack} />
        </section>
      )}
    </BottomSheet>
  )
}

/** Reports whether the order goes back to planning. It stays in the vehicle until it is planned again. */
const goesBackToPlanning = (stop: Stop): boolean => stop.closing === 'to-planning' || stop.outcome === 'INVOICED'

function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('products')
  return (
    <ul className={styles.goods}>
      {lines.map((line, place) => (
        <li key={place}>
          <QuantityText value={line.quantity} unit={t(`unit.${line.unit}`, { defaultValue: line.unit })} /> {line.name}
        </li>
      ))}
    </ul>
  )
}
