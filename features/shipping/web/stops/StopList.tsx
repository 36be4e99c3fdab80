import { Text } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { noneClosed, stopNumbersOf } from '../../domain/stops/address-stops.ts'
import styles from './stops.module.css'
import { DraggedOrder } from '../dragging/DraggedOrder.tsx'
import { lockSwitched, type PlannedStop, stopMoved, stopMovedBy } from '../planning/stop-order.ts'
import { StopRow } from './StopRow.tsx'
import type { Arrivals } from './use-arrivals.ts'

type StopListProps = {
  stops: readonly PlannedStop[]
  setStops: (stops: readonly PlannedStop[]) => void
  arrivals: Pick<Arrivals, 'byOrder' | 'stale'>
}

/**
 * Lists the stops in driving order. They are dragged by mouse, by touch, or by keyboard with the grip. The buttons, and
 * Alt with the arrow keys, move a stop by one position, with all its orders. A locked stop keeps its position.
 */
export function StopList({ stops, setStops, arrivals }: StopListProps) {
  const { t } = useTranslation('shipping')
  const list = useRef<HTMLOListElement>(null)

  if (stops.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('shipment.empty')}
      </Text>
    )
  }
  const rowsOf = (shown: readonly PlannedStop[]) => {
    const numbers = stopNumbersOf(shown, noneClosed)
    const stopCount = new Set(numbers.values()).size
    return shown.map((stop, place) => (
      <StopRow
        key={stop.id}
        stop={stop}
        place={place}
        number={numbers.get(stop.id)}
        orderCount={shown.length}
        stopCount={stopCount}
        arrival={arrivals.byOrder.get(stop.id)}
        moveBy={(step) => setStops(stopMovedBy(stops, place, step))}
        lock={() => setStops(lockSwitched(stops, stop.id))}
        remove={() => {
          setStops(stops.filter((one) => one.id !== stop.id))
          list.current?.focus()
        }}
      />
    ))
  }
  return (
    <DraggedOrder stops={stops} setStops={setStops} movedTo={stopMoved} movedBy={stopMovedBy}>
      {(shown) => (
        <ol
          ref={list}
          tabIndex={-1}
          className={styles.stops}
          aria-label={t('shipment.order')}
          data-stale={arrivals.stale || undefined}
        >
          {rowsOf(shown)}
        </ol>
      )}
    </DraggedOrder>
  )
}
