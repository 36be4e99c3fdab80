import { type PointerEvent, useEffect, useState } from 'react'
import type { DraftLine } from '../../domain/order-draft.ts'
import type { RowActions } from './DraftRow.tsx'

/** The line that is dragged, and the line whose place it would take. */
type Drag = { readonly key: number; readonly over: number }

/** The height at both ends of the window in which a drag scrolls the page, and by how much each movement does. */
const EDGE = 90
const SCROLL = 16

const keyUnder = (target: Element | null): number | null => {
  const row = target?.closest<HTMLElement>('tr[data-line]')
  return row ? Number(row.dataset['line']) : null
}

/**
 * Returns how lines are dragged by their grips, with mouse or finger. The line moves when it is dropped, and Escape
 * leaves it where it was. A drag library would register each of hundreds of rows.
 */
export function useLineDrag(lines: readonly DraftLine[], place: RowActions['place']) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setDrag(null)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isDragging])

  const placeOf = (key: number) => lines.findIndex((line) => line.key === key)
  return {
    /** Returns the mark of a row during a drag: the dragged one, and the edge at which it would be placed. */
    markOf: (key: number): 'dragged' | 'before' | 'after' | undefined => {
      if (drag === null) return undefined
      if (drag.key === key) return 'dragged'
      if (drag.over !== key) return undefined
      return placeOf(drag.over) < placeOf(drag.key) ? 'before' : 'after'
    },
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const grip = event.target instanceof Element ? event.target.closest('[data-grip]') : null
        const key = keyUnder(grip)
        if (grip === null || key === null || event.button !== 0) return
        grip.setPointerCapture(event.pointerId)
        setDrag({ key, over: key })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag === null) return
        const { clientX, clientY } = event
        const over = keyUnder(document.elementFromPoint(clientX, clientY))
        if (over !== null && over !== drag.over) setDrag({ ...drag, over })
        if (clientY < EDGE) window.scrollBy(0, -SCROLL)
        else if (clientY > window.innerHeight - EDGE) window.scrollBy(0, SCROLL)
      },
      onPointerUp: () => {
        if (drag === null) return
        setDrag(null)
        const to = placeOf(drag.over)
        if (drag.over !== drag.key && to >= 0) place(drag.key, to)
      },
      onPointerCancel: () => setDrag(null),
    },
  }
}
