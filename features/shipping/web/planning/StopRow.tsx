import { ActionIcon } from '@mantine/core'
import { useSortable } from '@dnd-kit/react/sortable'
import { ArrowDown, ArrowUp, GripVertical, Lock, LockOpen, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './shipping.module.css'
import type { DragData } from './drag-settings.ts'
import type { PlannedStop } from './stop-order.ts'

type Props = {
  stop: PlannedStop
  place: number
  /** The number of stops. */
  stopCount: number
  move: (to: number) => void
  lock: () => void
  remove: () => void
}

/** One stop with its grip and its buttons. */
export function StopRow({ stop, place, stopCount, move, lock, remove }: Props) {
  const { t } = useTranslation('shipping')
  const { name } = stop
  const { ref, handleRef, isDragging } = useSortable({
    id: stop.id,
    index: place,
    data: { name, total: stopCount } satisfies DragData,
  })
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0 || !event.altKey) return
    event.preventDefault()
    move(place + step)
  }
  const small = { variant: 'subtle', color: 'gray', size: 36 } as const
  return (
    <li ref={ref} data-dragged={isDragging || undefined} data-locked={stop.locked || undefined} onKeyDown={onKeyDown}>
      <button
        ref={handleRef}
        type="button"
        className={styles.grip}
        aria-label={t('drag.grip', { name })}
        aria-roledescription={t('drag.role')}
      >
        <GripVertical size={16} aria-hidden />
      </button>
      <span className={styles.place}>{place + 1}</span>
      <span className={styles.stop}>
        <strong>{name}</strong>
        <small>
          {stop.id} · {[stop.address, stop.city].filter(Boolean).join(', ')}
        </small>
      </span>
      <ActionIcon
        {...small}
        variant={stop.locked ? 'light' : 'subtle'}
        color={stop.locked ? 'petrol' : 'gray'}
        aria-pressed={stop.locked}
        aria-label={t(stop.locked ? 'shipment.unlock' : 'shipment.lock', { name })}
        onClick={lock}
      >
        {stop.locked ? <Lock size={16} aria-hidden /> : <LockOpen size={16} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        {...small}
        disabled={place === 0}
        aria-label={t('shipment.earlier', { name })}
        onClick={() => move(place - 1)}
      >
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...small}
        disabled={place === stopCount - 1}
        aria-label={t('shipment.later', { name })}
        onClick={() => move(place + 1)}
      >
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...small} aria-label={t('shipment.remove', { name })} onClick={remove}>
        <X size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}
