import { ActionIcon, Tooltip } from '@mantine/core'
import { useSortable } from '@dnd-kit/react/sortable'
import { ArrowDown, ArrowUp, GripVertical, Lock, LockOpen, type LucideIcon, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { wallClockOf } from '#kernel/day.ts'
import { showWallClock } from '#web/format.ts'
import shipping from '../planning/shipping.module.css'
import styles from './stops.module.css'
import type { DragData } from '../dragging/drag-settings.ts'
import type { PlannedStop } from '../planning/stop-order.ts'
import type { StopArrival } from './use-arrivals.ts'

type Props = {
  stop: PlannedStop
  place: number
  /** The number of stops. */
  stopCount: number
  /** Undefined without a route. */
  arrival: StopArrival | undefined
  move: (to: number) => void
  lock: () => void
  remove: () => void
}

/** One stop with its grip and its buttons. */
export function StopRow({ stop, place, stopCount, arrival, move, lock, remove }: Props) {
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
      <span className={shipping.place}>{place + 1}</span>
      <span className={styles.stop}>
        <span className={styles.named}>
          <strong>{name}</strong> {arrival ? <ArrivalTime arrival={arrival} /> : null}
        </span>{' '}
        <small>
          {stop.id} · {[stop.address, stop.city].filter(Boolean).join(', ')}
        </small>
        {arrival?.late ? <WhyLate {...arrival} /> : null}
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

const timeOf = (moment: string): string => wallClockOf(moment).slice(11, 16)

function ArrivalTime({ arrival: { at, late } }: { arrival: StopArrival }) {
  const { t } = useTranslation('shipping')
  return (
    <span className={late ? styles.late : styles.arrival}>
      {t(late ? 'arrival.late' : 'arrival.at', { time: timeOf(at) })}
    </span>
  )
}

/** Shows the hours of the customer or the expected delivery, whichever a late arrival misses. */
function WhyLate({ missed, hours, expected }: StopArrival) {
  const { t } = useTranslation('shipping')
  return (
    <span className={styles.why}>
      {missed === 'hours'
        ? t('arrival.receives', { hours })
        : t('arrival.expected', { time: showWallClock(expected ?? '') })}
    </span>
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
