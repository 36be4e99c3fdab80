import { Button } from '@mantine/core'
import { Undo2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { ClosingPress } from '../../domain/undone-presses.ts'
import { DeliveryBadge } from './DeliveryBadge.tsx'
import styles from './last-press.module.css'

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
