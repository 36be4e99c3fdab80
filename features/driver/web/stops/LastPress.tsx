import { Button } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenShipment } from '../../domain/day-now.ts'
import { type ClosingPress, undoablePresses } from '../../domain/undone-presses.ts'
import { DeliveryBadge } from './DeliveryBadge.tsx'
import styles from './last-press.module.css'

/** The page asks so often, in milliseconds, whether the time to undo a press is over. */
const LOOK_AGAIN_MS = 10_000

/** Returns the presses of the shipment that may be undone now, the newest first. */
export function useUndoablePresses(shipment: OpenShipment): ClosingPress[] {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return undoablePresses(shipment, now)
}

/** Shows what the last press closed, with the button that undoes it. */
export function LastPress({ press, undo }: { press: ClosingPress; undo: () => void }) {
  const { t } = useTranslation('driver')
  const [first, ...others] = press.stops
  return (
    <p className={styles.last}>
      <DeliveryBadge status={first.status} />
      <strong title={first.name}>{first.name}</strong>
      {others.length === 0 ? null : <span>{t('card.orders', { count: press.stops.length })}</span>}
      <UndoButton name={first.name} undo={undo} />
    </p>
  )
}

/** Undoes a press. */
export function UndoButton({ name, undo }: { name: string; undo: () => void }) {
  const { t } = useTranslation('driver')
  return (
    <Button
      variant="default"
      aria-label={t('card.undo-of', { name })}
      leftSection={<Undo2 size={16} aria-hidden />}
      onClick={undo}
    >
      {t('card.undo')}
    </Button>
  )
}
