import { Text } from '@mantine/core'
import { DragDropProvider, type DragDropEventHandlers } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './shipping.module.css'
import { dragSettings } from './drag-settings.ts'
import { movedAround, type PlannedStop } from './stop-order.ts'
import { StopRow } from './StopRow.tsx'

export type StopListProps = {
  stops: readonly PlannedStop[]
  setStops: (stops: readonly PlannedStop[]) => void
}

/**
 * Lists the stops in driving order. They are dragged by mouse, by touch, or by keyboard with the grip. The buttons, and
 * Alt with the arrow keys, move a stop by one position. A locked stop keeps its position.
 */
export function StopList({ stops, setStops }: StopListProps) {
  const { t, i18n } = useTranslation('shipping')
  const list = useRef<HTMLOListElement>(null)
  const { shown, ...drag } = useDraggedOrder({ stops, setStops })
  const settings = useMemo(() => dragSettings(t), [t])

  if (stops.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('shipment.empty')}
      </Text>
    )
  }
  return (
    <DragDropProvider key={i18n.language} {...settings} {...drag}>
      <ol ref={list} tabIndex={-1} className={styles.stops} aria-label={t('shipment.order')}>
        {shown.map((stop, place) => (
          <StopRow
            key={stop.id}
            stop={stop}
            place={place}
            stopCount={shown.length}
            move={(to) => setStops(movedTo(stops, place, to))}
            lock={() => setStops(stops.map((one) => (one.id === stop.id ? { ...one, locked: !one.locked } : one)))}
            remove={() => {
              setStops(stops.filter((one) => one.id !== stop.id))
              list.current?.focus()
            }}
          />
        ))}
      </ol>
    </DragDropProvider>
  )
}

const movedTo = (stops: readonly PlannedStop[], from: number, to: number) =>
  movedAround(stops, from, to, (stop) => stop.locked)

/**
 * Returns the order to show and the handlers of a drag. While a stop is dragged, the list shows where it would go. The
 * shipment changes only when the stop is dropped, so Escape leaves everything as it was.
 */
function useDraggedOrder({ stops, setStops }: StopListProps) {
  const [preview, setPreview] = useState<readonly PlannedStop[] | null>(null)
  // The next event may come before the page is drawn again.
  const latest = useRef<readonly PlannedStop[]>(stops)
  const show = (order: readonly PlannedStop[] | null) => {
    latest.current = order ?? stops
    setPreview(order)
  }

  const onDragStart: DragDropEventHandlers['onDragStart'] = () => show(stops)
  const onDragOver: DragDropEventHandlers['onDragOver'] = (event) => {
    // The library would swap the two stops, and would move locked ones.
    event.preventDefault()
    const { source, target } = event.operation
    if (!isSortable(source) || !target || source.id === target.id) return
    const place = (id: string | number) => latest.current.findIndex((stop) => stop.id === id)
    show(movedTo(latest.current, place(source.id), place(target.id)))
  }
  const onDragEnd: DragDropEventHandlers['onDragEnd'] = ({ canceled }) => {
    if (!canceled) setStops(latest.current)
    show(null)
  }
  return { shown: preview ?? stops, onDragStart, onDragOver, onDragEnd }
}
