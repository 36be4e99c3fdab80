import { useSortable } from '@dnd-kit/react/sortable'
import type { KeyboardEvent } from 'react'

/** What a dragged stop tells about itself, for screen readers. */
export type DragData = { readonly name: string; readonly total: number }

type DraggedRow = {
  id: string | number
  /** The name of the stop, for screen readers. */
  name: string
  place: number
  /** The number of stops. */
  count: number
  /** Moves the stop by so many places. */
  moveBy: (step: number) => void
}

/** Returns what the row of a stop needs to be dragged, and to be moved by Alt with the arrow keys, and the ref of its grip. */
export function useDraggedRow({ id, name, place, count, moveBy }: DraggedRow) {
  const { ref, handleRef, isDragging } = useSortable({
    id,
    index: place,
    data: { name, total: count } satisfies DragData,
  })
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0 || !event.altKey) return
    event.preventDefault()
    moveBy(step)
  }
  return { row: { ref, 'data-dragged': isDragging || undefined, onKeyDown }, grip: handleRef }
}
