import { Button } from '@mantine/core'
import { Banknote, CalendarClock, Check, Clock, MapPin, Phone, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import { DRIVER_ACTIONS } from '#features/shipping/domain/shipment.ts'
import { quantity } from '#kernel/money.ts'
import { showMoney, showQuantity, showWallClock } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import badge from '#web/ui/StatusBadge.module.css'
import { QuantityText } from '#web/ui/texts.tsx'
import type { QueueEntry } from './driver-queue.ts'
import styles from './driver.module.css'

/** From here on the lent pieces at a customer's are many (specification 1, section 9). */
const MANY_LOANS = quantity(10_0000)

/** Colours of the driver's badge; the other statuses are grey here. */
const TONES: Readonly<Record<string, string>> = { SHIPPED: 'green', INVOICED: 'yellow', RETURNED: 'red' }

export type DeliveryCardProps = {
  card: ShipmentCard
  /** What the driver did to this order and the server does not know yet. */
  waiting: readonly QueueEntry[]
  deliver: () => void
  toPlanning: () => void
  /** Absent for those who may not take money. */
  pay: (() => void) | undefined
  giveBack: () => void
}

/** One stop: where, for whom, what it is worth, and the presses that close it. */
export function DeliveryCard({ card, waiting, deliver, toPlanning, pay, giveBack }: DeliveryCardProps) {
  const { t } = useTranslation('operations')
  const closing = waiting.flatMap((entry) =>
    entry.deed.kind === 'delivery' ? [DRIVER_ACTIONS[entry.deed.input.action]] : [],
  )[0]
  const status = closing ?? card.status
  const closed = closing === undefined ? null : t('queue.waiting')
  const destination = [card.address, card.postcode, card.city].filter(Boolean).join(', ')
  return (
    <li className={styles.card} data-mode={card.invoiceMode === 'epsilon' ? 'epsilon' : 'other'} data-order={card.id}>
      <div className={styles.title}>
        <span className={styles.position}>{card.position}</span>
        <div className={styles.names}>
          <h3 title={card.name}>{card.name}</h3>
          {card.label === '' || card.label === card.name ? null : <p title={card.label}>{card.label}</p>}
        </div>
        <span className={badge.badge} data-tone={TONES[status] ?? 'gray'} data-status={status}>
          {t(`status.${status}`, { ns: 'frame', defaultValue: status })}
        </span>
      </div>
      <p className={styles.destination}>
        {destination === '' ? t('card.no-address') : destination}
        {card.expectedDelivery ? <span> · {showWallClock(card.expectedDelivery)}</span> : null}
      </p>
      {card.driverNote ? <p className={styles.note}>{card.driverNote}</p> : null}
      <p className={styles.totals}>
        <span>{t('card.order', { id: card.id })}</span>
        <span>{t('card.items', { count: card.lineCount })}</span>
        {card.loanBalance === 0 ? null : (
          <span className={styles.loans} data-many={card.loanBalance > MANY_LOANS || undefined}>
            {t('card.loans', { quantity: showQuantity(card.loanBalance) })}
          </span>
        )}
        <strong className="figures">{showMoney(card.total)}</strong>
      </p>
      {card.lines.length === 0 ? null : (
        <details className={styles.lines}>
          <summary>{t('card.contents')}</summary>
          <ul>
            {card.lines.map((line, place) => (
              <li key={place}>
                <QuantityText
                  value={line.quantity}
                  unit={t(`unit.${line.unit}`, { ns: 'products', defaultValue: line.unit })}
                />{' '}
                {line.name}
              </li>
            ))}
          </ul>
        </details>
      )}
      {waiting.map((entry) => (
        <p key={entry.key} className={styles.waiting}>
          <Clock size={16} aria-hidden />
          {entry.deed.kind === 'payment'
            ? t('queue.payment-waiting', { amount: showMoney(entry.deed.input.amount) })
            : t('queue.waiting')}
        </p>
      ))}
      <div className={styles.actions}>
        <ActionButton
          size="md"
          color="green.8"
          className={styles.wide}
          leftSection={<Check size={20} aria-hidden />}
          closed={closed}
          onClick={deliver}
        >
          {t('card.delivered')}
        </ActionButton>
        {card.phone ? (
          <Button
            component="a"
            href={`tel:${card.phone.replace(/[^+\d]/g, '')}`}
            variant="default"
            leftSection={<Phone size={17} aria-hidden />}
          >
            {t('card.call')}
          </Button>
        ) : null}
        {destination === '' ? null : (
          <Button
            component="a"
            href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<MapPin size={17} aria-hidden />}
          >
            {t('card.navigate')}
          </Button>
        )}
        {pay ? (
          <Button variant="default" leftSection={<Banknote size={17} aria-hidden />} onClick={pay}>
            {t('card.payments')}
          </Button>
        ) : null}
        <ActionButton
          variant="default"
          leftSection={<CalendarClock size={17} aria-hidden />}
          closed={closed}
          onClick={toPlanning}
        >
          {t('card.to-planning')}
        </ActionButton>
        <ActionButton
          variant="default"
          leftSection={<Undo2 size={17} aria-hidden />}
          closed={closed}
          onClick={giveBack}
        >
          {t('card.return')}
        </ActionButton>
      </div>
    </li>
  )
}
