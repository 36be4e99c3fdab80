import type { DragDropEventHandlers } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import { useRef, useState } from 'react'

/**
 * Returns the order to show and the handlers of a drag. While a stop is dragged, the list shows where `movedTo` would put
 * it. `setStops` is called only when the stop is dropped, so Escape leaves everything as it was.
 */
export function useDraggedOrder<S extends { readonly id: string | number }>(
  stops: readonly S[],
  setStops: (stops: readonly S[]) => void,
  movedTo: (stops: readonly S[], from: number, to: number) => readonly S[],
) {
  const [preview, setPreview] = useState<readonly S[] | null>(null)
  // The next event may come before the page is drawn again.
  const latest = useRef<readonly S[]>(stops)
  const show = (order: readonly S[] | null) => {
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
