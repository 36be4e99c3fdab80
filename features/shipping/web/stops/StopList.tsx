import { Text } from '@mantine/core'
import { DragDropProvider } from '@dnd-kit/react'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { noneClosed, stopNumbersOf } from '../../domain/stops/address-stops.ts'
import styles from './stops.module.css'
import { dragSettings } from '../dragging/drag-settings.ts'
import { movedAround, type PlannedStop } from '../planning/stop-order.ts'
import { StopRow } from './StopRow.tsx'
import type { Arrivals } from './use-arrivals.ts'
import { useDraggedOrder } from '../dragging/use-dragged-order.ts'

type StopListProps = {
  stops: readonly PlannedStop[]
  setStops: (stops: readonly PlannedStop[]) => void
  arrivals: Pick<Arrivals, 'byOrder' | 'stale'>
}

/**
 * Lists the stops in driving order. They are dragged by mouse, by touch, or by keyboard with the grip. The buttons, and
 * Alt with the arrow keys, move a stop by one position. A locked stop keeps its position.
 */
export function StopList({ stops, setStops, arrivals }: StopListProps) {
  const { t, i18n } = useTranslation('shipping')
  const list = useRef<HTMLOListElement>(null)
  const { shown, ...drag } = useDraggedOrder(stops, setStops, movedTo)
  const settings = useMemo(() => dragSettings(t), [t])
  const numbers = stopNumbersOf(shown, noneClosed)

  if (stops.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('shipment.empty')}
      </Text>
    )
  }
  return (
    <DragDropProvider key={i18n.language} {...settings} {...drag}>
      <ol
        ref={list}
        tabIndex={-1}
        className={styles.stops}
        aria-label={t('shipment.order')}
        data-stale={arrivals.stale || undefined}
      >
        {shown.map((stop, place) => (
          <StopRow
            key={stop.id}
            stop={stop}
            place={place}
            number={numbers.get(stop.id)}
            orderCount={shown.length}
            arrival={arrivals.byOrder.get(stop.id)}
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
