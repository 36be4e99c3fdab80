import { ActionIcon, Tooltip } from '@mantine/core'
import { useSortable } from '@dnd-kit/react/sortable'
import { ArrowDown, ArrowUp, GripVertical, Lock, LockOpen, type LucideIcon, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './shipping.module.css'
import type { DragData } from '../dragging/drag-settings.ts'
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
      <StopButton
        label={t(stop.locked ? 'shipment.unlock' : 'shipment.lock', { name })}
        picture={stop.locked ? Lock : LockOpen}
        pressed={stop.locked}
        press={lock}
      />
      <StopButton
        label={t('shipment.earlier', { name })}
        picture={ArrowUp}
        disabled={place === 0}
        press={() => move(place - 1)}
      />
      <StopButton
        label={t('shipment.later', { name })}
        picture={ArrowDown}
        disabled={place === stopCount - 1}
        press={() => move(place + 1)}
      />
      <StopButton label={t('shipment.remove', { name })} picture={X} press={remove} />
    </li>
  )
}

type StopButtonProps = {
  label: string
  picture: LucideIcon
  press: () => void
  disabled?: boolean
  /** Whether a button that switches is on. */
  pressed?: boolean
}

/** A button of a stop. Its picture alone does not tell what it does, so a tooltip shows its name. */
function StopButton({ label, picture: Icon, press, disabled = false, pressed }: StopButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? 'petrol' : 'gray'}
        size={36}
        disabled={disabled}
        aria-pressed={pressed}
        aria-label={label}
        onClick={press}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
