import { ActionIcon, Button } from '@mantine/core'
import { Banknote, CalendarClock, Check, Clock, Navigation, Phone, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { addCents, cents } from '#kernel/money.ts'
import { showMoney, showWallClock } from '#web/format.ts'
import { QuantityText } from '#web/ui/texts.tsx'
import type { StopCustomer } from '../../domain/contract.ts'
import { actionWords } from '../action-words.ts'
import styles from './card.module.css'
import { DeliveryBadge } from './DeliveryBadge.tsx'
import type { Stop } from '../../domain/day.ts'
import { LoansButton } from './LoansButton.tsx'
import { destinationOf, linkTo } from '../../domain/navigation.ts'

/** What a person may do with a stop. Actions without permission are absent. */
export type StopPresses = {
  deliver: () => void
  toPlanning: () => void
  giveBack: () => void
  pay: (() => void) | undefined
  loans: () => void
}

export type DeliveryCardProps = { stop: Stop; customer: StopCustomer | undefined; presses: StopPresses }

/** Shows one open stop: address, customer, total, what the customer owes, and the buttons that close it. */
export function DeliveryCard({ stop, customer, presses }: DeliveryCardProps) {
  const { t } = useTranslation('driver')
  const destination = destinationOf(stop)
  const link = linkTo(stop)
  return (
    <li className={styles.card} data-mode={stop.invoiceMode === 'epsilon' ? 'epsilon' : 'other'} data-order={stop.id}>
      <div className={styles.title}>
        <span className={styles.position}>{stop.position}</span>
        <div className={styles.names}>
          <h3 title={stop.name}>{stop.name}</h3>
          <div className={styles.label}>
            <p title={stop.label}>{stop.label === stop.name ? '' : stop.label}</p>
            <DeliveryBadge status={stop.status} />
          </div>
        </div>
      </div>
      <div className={styles.where}>
        <p>
          {destination === '' ? t('card.no-address') : destination}
          {stop.expectedDelivery ? <small>{showWallClock(stop.expectedDelivery)}</small> : null}
        </p>
        {stop.phone ? (
          <ActionIcon
            component="a"
            href={`tel:${stop.phone.replace(/[^+\d]/g, '')}`}
            variant="default"
            aria-label={t('card.call-of', { phone: stop.phone })}
          >
            <Phone size={20} aria-hidden />
          </ActionIcon>
        ) : null}
        {link === null ? null : (
          <ActionIcon
            component="a"
            href={link}
            target="_blank"
            rel="noreferrer"
            variant="default"
            aria-label={t('card.navigate-to', { destination })}
          >
            <Navigation size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {stop.driverNote ? <p className={styles.note}>{stop.driverNote}</p> : null}
      <p className={styles.totals}>
        <span>{t('card.order', { id: stop.id })}</span>
        <span>{t('card.items', { count: stop.lineCount })}</span>
        <strong className="figures">{showMoney(stop.total)}</strong>
      </p>
      {customer === undefined ? null : (
        <p className={styles.totals}>
          <span>{t('card.owes', { amount: showMoney(customer.balance) })}</span>
          <strong className={styles.collect}>
            {t('card.collect', { amount: showMoney(Math.max(0, addCents(customer.balance, cents(stop.total)))) })}
          </strong>
        </p>
      )}
      {stop.lines.length === 0 ? null : (
        <details className={styles.lines}>
          <summary>{t('card.contents')}</summary>
          <ul>
            {stop.lines.map((line) => (
              <li key={line.lineNo}>
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
      <Waiting stop={stop} />
      <div className={styles.actions}>
        <Button size="md" color="green.8" leftSection={<Check size={20} aria-hidden />} onClick={presses.deliver}>
          {t('card.delivered')}
        </Button>
      </div>
      <DoorActions stop={stop} presses={presses} />
      <div className={`${styles.actions} ${styles.words}`}>
        <Button variant="default" leftSection={<CalendarClock size={16} aria-hidden />} onClick={presses.toPlanning}>
          {t('card.to-planning')}
        </Button>
        <Button variant="default" leftSection={<Undo2 size={16} aria-hidden />} onClick={presses.giveBack}>
          {t('card.return')}
        </Button>
      </div>
    </li>
  )
}

/** Shows a closed stop: its outcome, whether the office knows it, and the actions that are still possible. */
export function ClosedStop({ stop, presses }: { stop: Stop; presses: Pick<StopPresses, 'pay' | 'loans'> }) {
  const { t } = useTranslation('driver')
  return (
    <li className={styles.closed} data-closed-order={stop.id}>
      <div className={styles.title}>
        <span className={styles.position}>{stop.position}</span>
        <div className={styles.names}>
          <h3 title={stop.name}>{stop.name}</h3>
          <div className={styles.label}>
            <p>{t('card.order', { id: stop.id })}</p>
            <DeliveryBadge status={stop.status} />
          </div>
        </div>
      </div>
      <Waiting stop={stop} />
      {stop.status === 'INVOICED' ? null : <DoorActions stop={stop} presses={presses} />}
    </li>
  )
}

/** Shows the actions that are possible before and after the order is closed: payments and lent items. */
function DoorActions({ stop, presses }: { stop: Stop; presses: Pick<StopPresses, 'pay' | 'loans'> }) {
  const { t } = useTranslation('driver')
  if (stop.loanBalance === 0 && presses.pay === undefined) return null
  return (
    <div className={styles.actions}>
      <LoansButton count={stop.loanBalance} onClick={presses.loans} />
      {presses.pay ? (
        <Button variant="default" leftSection={<Banknote size={16} aria-hidden />} onClick={presses.pay}>
          {t('card.payments')}
        </Button>
      ) : null}
    </div>
  )
}

function Waiting({ stop }: { stop: Stop }) {
  const { t } = useTranslation('driver')
  if (stop.waiting.length === 0) return null
  return (
    <ul className={styles.waiting}>
      {stop.waiting.map((action) => (
        <li key={action.key}>
          <Clock size={16} aria-hidden />
          <span>
            {actionWords(t, action, true)}: {t('offline.waiting-mark', { ns: 'frame' })}
          </span>
        </li>
      ))}
    </ul>
  )
}
