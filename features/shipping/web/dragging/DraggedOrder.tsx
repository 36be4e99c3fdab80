import { VisuallyHidden } from '@mantine/core'
import { type DragDropEventHandlers, DragDropProvider } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DragSettings, dragPlugins, POINTER } from '#web/ui/dragging/drag-plugins.ts'
import { type DragData, type StopId, StopKeys } from './stop-keys.ts'
import { type Stop, useDragOrder } from './use-drag-order.ts'

type Props<S extends Stop> = {
  stops: readonly S[]
  /** Called when a stop is dropped, not before: Escape leaves everything as it was. */
  setStops: (stops: readonly S[]) => void
  /** Returns the stops with the one at `from` at the position of the one at `to`, over which the pointer is. */
  movedTo: (stops: readonly S[], from: number, to: number) => readonly S[]
  /** Returns the stops with the one at `place` so many steps further. */
  movedBy: (stops: readonly S[], place: number, step: number) => readonly S[]
  /** Draws the stops in the order to show, which is another one while a stop is dragged. */
  children: (shown: readonly S[]) => ReactNode
}

/**
 * Lets a person drag stops into another order by mouse, by touch, or by keyboard with the grip. Tells a screen reader where
 * the stop is: the library would tell it only after a pause, and not at all if the next key comes first. The keyboard does
 * not go through the library either, which measures the drawn stop for each key and so loses a key that comes earlier.
 */
export function DraggedOrder<S extends Stop>({ stops, setStops, movedTo, movedBy, children }: Props<S>) {
  const { t } = useTranslation('shipping')
  const settings = useMemo((): DragSettings => ({ sensors: [POINTER], plugins: dragPlugins() }), [])
  const hint = useId()
  const order = useDragOrder(stops, setStops)
  const [heldId, setHeldId] = useState<StopId | null>(null)
  const onDragStart: DragDropEventHandlers['onDragStart'] = ({ operation: { source } }) => {
    setHeldId(null)
    if (source) order.lift(source.id, source.data as DragData)
  }
  const onDragOver: DragDropEventHandlers['onDragOver'] = (event) => {
    // The library would swap the two stops, and would move locked ones.
    event.preventDefault()
    const { source, target } = event.operation
    if (!isSortable(source) || !target || source.id === target.id) return
    order.move(source.id, source.data as DragData, (shown, from) => movedTo(shown, from, order.placeOf(target.id)))
  }
  const onDragEnd: DragDropEventHandlers['onDragEnd'] = ({ canceled, operation: { source } }) => {
    if (canceled || !source) order.cancel()
    else order.drop(source.id, source.data as DragData)
  }

  // A stop that has left the list while it was held is held no longer.
  const held = heldId !== null && stops.some(({ id }) => id === heldId) ? heldId : null
  const release = (id: StopId, data: DragData) => {
    if (held !== id) return
    order.drop(id, data)
    setHeldId(null)
  }
  const onKey = (event: KeyboardEvent, id: StopId, data: DragData) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const isMain = event.key === ' ' || event.key === 'Enter'
    if (isMain || (held === id && (step !== 0 || event.key === 'Escape'))) event.preventDefault()
    if (held !== id) {
      if (!isMain || event.repeat) return
      order.lift(id, data)
      setHeldId(id)
    } else if (step !== 0) order.move(id, data, (shown, from) => movedBy(shown, from, step))
    else if (isMain && !event.repeat) release(id, data)
    else if (event.key === 'Escape') {
      order.cancel()
      setHeldId(null)
    }
  }
  return (
    <StopKeys value={{ held, hint, onKey, release }}>
      <DragDropProvider {...settings} onDragStart={onDragStart} onDragOver={onDragOver} onDragEnd={onDragEnd}>
        {children(order.shown)}
        <span id={hint} hidden>
          {t('drag.how')}
        </span>
        <VisuallyHidden role="status">{order.spoken}</VisuallyHidden>
      </DragDropProvider>
    </StopKeys>
  )
}
