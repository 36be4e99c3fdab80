import { ActionIcon, Text } from '@mantine/core'
import { ArrowDown, ArrowUp, GripVertical, Lock, LockOpen, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './shipping.module.css'
import { movedAround, type PlannedStop } from './stop-order.ts'

export type StopListProps = {
  stops: readonly PlannedStop[]
  setStops: (stops: readonly PlannedStop[]) => void
}

/**
 * Lists the stops in driving order. They are moved by dragging, by buttons, or by Alt and the arrow keys. A locked stop
 * keeps its position.
 */
export function StopList({ stops, setStops }: StopListProps) {
  const { t } = useTranslation('shipping')
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)

  const move = (from: number, to: number) => {
    if (to < 0 || to >= stops.length) return
    setStops(movedAround(stops, from, to, (stop) => stop.locked))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>, place: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0 || !event.altKey) return
    event.preventDefault()
    move(place, place + step)
  }
  const lock = (stop: PlannedStop) =>
    setStops(stops.map((one) => (one.id === stop.id ? { ...one, locked: !one.locked } : one)))
  const remove = (stop: PlannedStop) => {
    setStops(stops.filter((one) => one.id !== stop.id))
    list.current?.focus()
  }

  if (stops.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('shipment.empty')}
      </Text>
    )
  }
  return (
    <ol ref={list} tabIndex={-1} className={styles.stops} aria-label={t('shipment.order')}>
      {stops.map((stop, place) => (
        <li
          key={stop.id}
          draggable
          data-dragged={dragged === place || undefined}
          data-locked={stop.locked || undefined}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            setDragged(place)
          }}
          onDragOver={(event) => {
            event.preventDefault()
            if (dragged === null || dragged === place) return
            const order = movedAround(stops, dragged, place, (one) => one.locked)
            setStops(order)
            // a stop that met a locked one has skipped it
            setDragged(order.findIndex((one) => one.id === stops[dragged]?.id))
          }}
          onDragEnd={() => setDragged(null)}
          onKeyDown={(event) => onKeyDown(event, place)}
        >
          <GripVertical size={16} aria-hidden className={styles.grip} />
          <span className={styles.place}>{place + 1}</span>
          <span className={styles.stop}>
            <strong>{stop.name}</strong>
            <small>
              {stop.id} · {[stop.address, stop.city].filter(Boolean).join(', ')}
            </small>
          </span>
          <ActionIcon
            variant={stop.locked ? 'light' : 'subtle'}
            color={stop.locked ? 'petrol' : 'gray'}
            size={36}
            aria-pressed={stop.locked}
            aria-label={t(stop.locked ? 'shipment.unlock' : 'shipment.lock', { name: stop.name })}
            onClick={() => lock(stop)}
          >
            {stop.locked ? <Lock size={15} aria-hidden /> : <LockOpen size={15} aria-hidden />}
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            disabled={place === 0}
            aria-label={t('shipment.earlier', { name: stop.name })}
            onClick={() => move(place, place - 1)}
          >
            <ArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            disabled={place === stops.length - 1}
            aria-label={t('shipment.later', { name: stop.name })}
            onClick={() => move(place, place + 1)}
          >
            <ArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('shipment.remove', { name: stop.name })}
            onClick={() => remove(stop)}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ol>
  )
}
