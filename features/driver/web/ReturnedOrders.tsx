import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/ui/states.tsx'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import { BottomSheet } from './BottomSheet.tsx'
import type { Round } from '../domain/day.ts'
import styles from './driver.module.css'

type Line = { readonly name: string; readonly unit: string; readonly quantity: number }

/** Shows all that comes back in this vehicle: whole orders, undelivered parts, and lent items taken back. */
export function ReturnedOrders({ round, onClose }: { round: Round; onClose: () => void }) {
  const { t } = useTranslation('driver')
  const { rests, loans } = round.back
  const whole = round.stops.filter((stop) => stop.status === 'RETURNED' || isPlannedAgain(stop))
  const empty = whole.length + rests.length + loans.length === 0
  return (
    <BottomSheet title={t('returns.title')} onClose={onClose}>
      {empty ? <EmptyState title={t('returns.empty')} /> : null}
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
                  {t(isPlannedAgain(stop) ? 'returns.planned' : 'returns.returned')}
                </p>
                <Lines lines={stop.lines} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {rests.length === 0 ? null : (
        <section aria-labelledby="returned-rests">
          <h3 id="returned-rests">{t('returns.rests')}</h3>
          <ul className={styles.returned}>
            {rests.map((rest) => (
              <li key={rest.orderId}>
                <p>
                  <strong>{rest.name}</strong>
                  <span>{t('card.order', { id: rest.orderId })}</span>
                </p>
                <Lines lines={rest.lines} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {loans.length === 0 ? null : (
        <section aria-labelledby="returned-loans">
          <h3 id="returned-loans">{t('returns.loans')}</h3>
          <Lines lines={loans} />
        </section>
      )}
    </BottomSheet>
  )
}

/** Marks an order that goes back to planning. It stays in the vehicle until then. */
const isPlannedAgain = (stop: Round['stops'][number]): boolean =>
  stop.closing === 'to-planning' || stop.outcome === 'INVOICED'

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
