import { Text } from '@mantine/core'
import { DragDropProvider } from '@dnd-kit/react'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './shipping.module.css'
import { dragSettings } from '../dragging/drag-settings.ts'
import { movedAround, type PlannedStop } from './stop-order.ts'
import { StopRow } from './StopRow.tsx'
import { useDraggedOrder } from '../dragging/use-dragged-order.ts'

type StopListProps = {
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
  const { shown, ...drag } = useDraggedOrder(stops, setStops, movedTo)
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
