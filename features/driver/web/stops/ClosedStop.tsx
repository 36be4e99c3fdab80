import { useTranslation } from 'react-i18next'
import { ClosedWithoutNote, StopBackNote } from '#features/delivery-notes/web/StopNote.tsx'
import type { Stop } from '../../domain/day-now.ts'
import styles from './card.module.css'
import { DeliveryBadge } from './DeliveryBadge.tsx'
import { DoorActions, type DoorPresses, WaitingActions } from './DoorActions.tsx'
import { UndoButton } from './LastPress.tsx'

type ClosedStopProps = {
  stop: Stop
  /** The place of its stop in driving order. */
  number: number | undefined
  presses: DoorPresses
  /** Undoes the press that closed it; absent if that is no longer possible. */
  undo: (() => void) | undefined
}

/** Shows a closed order: its outcome, whether the office knows it, and the actions that are still possible. */
export function ClosedStop({ stop, number, presses, undo }: ClosedStopProps) {
  const { t } = useTranslation('driver')
  return (
    <li className={styles.closed} data-closed-order={stop.id}>
      <div className={styles.title}>
        <span className={styles.position}>{number}</span>
        <div className={styles.names}>
          <h3 title={stop.name}>{stop.name}</h3>
          <div className={styles.label}>
            <p>{t('card.order', { id: stop.id })}</p>
            <DeliveryBadge status={stop.status} />
          </div>
        </div>
      </div>
      <WaitingActions orders={[stop]} />
      <ClosedWithoutNote shipmentId={stop.shipmentId} orderIds={[stop.id]} />
      <StopBackNote shipmentId={stop.shipmentId} orderIds={[stop.id]} />
      {undo ? <UndoButton name={stop.name} undo={undo} /> : null}
      {stop.status === 'INVOICED' ? null : <DoorActions stop={stop} presses={presses} />}
    </li>
  )
}
