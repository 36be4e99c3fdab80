import { useSortable } from '@dnd-kit/react/sortable'
import { type FocusEvent, type KeyboardEvent, use, useCallback, useLayoutEffect, useRef } from 'react'
import { type DragData, type StopId, StopKeys } from './stop-keys.ts'

type DraggedRow = {
  id: StopId
  /** The name of the stop, for screen readers. */
  name: string
  place: number
  /** The number of stops. */
  count: number
  /** Moves the stop by so many places. */
  moveBy: (step: number) => void
}

/** Returns what the row of a stop needs to be dragged, and to be moved by Alt with the arrow keys, and what its grip needs. */
export function useDraggedRow({ id, name, place, count, moveBy }: DraggedRow) {
  const data: DragData = { name, total: count }
  const { ref, handleRef, isDragging } = useSortable({ id, index: place, data })
  const { held, hint, onKey, release } = use(StopKeys)
  const row = useRef<HTMLLIElement | null>(null)
  const rowRef = useCallback(
    (element: HTMLLIElement | null) => {
      row.current = element
      ref(element)
    },
    [ref],
  )
  useLayoutEffect(() => {
    // The keyboard may have moved the stop out of the visible part of the list.
    if (row.current?.contains(document.activeElement)) row.current.scrollIntoView({ block: 'nearest' })
  }, [place])
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0 || !event.altKey) return
    event.preventDefault()
    moveBy(step)
  }
  return {
    row: {
      ref: rowRef,
      'data-dragged': isDragging || held === id || undefined,
      onKeyDown,
    },
    grip: {
      ref: handleRef,
      'aria-describedby': hint,
      'aria-pressed': isDragging || held === id,
      // While the stop is held, Escape puts it back and does not close the sheet around the list.
      'data-mantine-stop-propagation': held === id || undefined,
      onKeyDown: (event: KeyboardEvent) => onKey(event, id, data),
      onBlur: ({ currentTarget }: FocusEvent) => {
        // The grip is still the active element if the person only went to another window.
        if (currentTarget !== document.activeElement) release(id, data)
      },
    },
  }
}
