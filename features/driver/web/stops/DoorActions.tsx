import { Button } from '@mantine/core'
import { Banknote, Clock } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { Stop } from '../../domain/day-now.ts'
import { actionWords } from '../action-words.ts'
import styles from './card.module.css'
import { LoansButton } from './LoansButton.tsx'

/** The actions about the customer of an order. Payments are absent without permission. */
export type DoorPresses = {
  pay: ((order: Stop) => void) | undefined
  loans: (order: Stop) => void
}

/** Shows the actions that are possible before and after the order is closed: payments and lent items. */
export function DoorActions({ stop, presses: { pay, loans } }: { stop: Stop; presses: DoorPresses }) {
  const { t } = useTranslation('driver')
  if (stop.loanBalance === 0 && pay === undefined) return null
  return (
    <div className={styles.actions}>
      <LoansButton count={stop.loanBalance} onClick={() => loans(stop)} />
      {pay ? (
        <Button variant="default" leftSection={<Banknote size={16} aria-hidden />} onClick={() => pay(stop)}>
          {t('card.payments')}
        </Button>
      ) : null}
    </div>
  )
}

/** Lists the actions about these orders that have not reached the office. */
export function WaitingActions({ orders }: { orders: readonly Stop[] }) {
  const { t } = useTranslation('driver')
  const waiting = orders.flatMap((order) => order.waiting)
  if (waiting.length === 0) return null
  return (
    <ul className={styles.waiting}>
      {waiting.map((action) => (
        <li key={action.key}>
          <Clock size={16} aria-hidden />
          <span>
            {actionWords(t, action, orders.length === 1)}: {t('offline.waiting-mark', { ns: 'frame' })}
          </span>
        </li>
      ))}
    </ul>
  )
}
