/** The way back to a list: the row that was opened has the focus again. */
import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

type Opened = {
  readonly pathname: string
  readonly table: string
  readonly key: number
  /** True if its record stood beside the list. */
  readonly previewed: boolean
}

/** The row that was opened last in each entry of the history, by the position of the entry. */
const openedRows = new Map<number, Opened>()

/** The histories whose last move is followed. */
const moves = new WeakMap<RouterHistory, { isReturn: boolean }>()

/** Notes whether the present entry of the history was reached by its back or forward button. */
function followMoves(history: RouterHistory): { isReturn: boolean } {
  const known = moves.get(history)
  if (known) return known
  const move = { isReturn: false }
  history.subscribe(({ action }) => {
    // A page replaces its address to show its filters, and remains the same entry.
    if (action.type !== 'REPLACE') move.isReturn = action.type !== 'PUSH'
  })
  moves.set(history, move)
  return move
}

/**
 * Gives the focus to the row that was opened, when the person returns to the list by the back button. Returns
 * whether the record of that row stood beside the list, and a function that notes the row: call it before the page of the row opens.
 */
export function useReturnToRow(table: string, body: RefObject<HTMLElement | null>, indexOf: (key: number) => number) {
  const history = useRouter({ warn: false })?.history
  const waiting = useRef<number | null | undefined>(undefined)
  const previewed = useRef(false)
  if (history && waiting.current === undefined) {
    const opened = openedRows.get(history.location.state.__TSR_index)
    const isOwn = opened?.table === table && opened.pathname === history.location.pathname
    const isReturn = followMoves(history).isReturn && isOwn
    waiting.current = isReturn ? opened.key : null
    previewed.current = isReturn && opened.previewed
  }
  const index = waiting.current == null ? -1 : indexOf(waiting.current)
  useEffect(() => {
    const row = index < 0 ? null : body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
    if (!row) return
    waiting.current = null
    const now = document.activeElement
    // The person may already be somewhere else.
    if (now !== null && now !== document.body && !now.matches('#content, #content h1')) return
    row.focus({ preventScroll: true })
    // The router restores the scroll position in this moment. If the list has changed since, the row may be out of sight.
    requestAnimationFrame(() => row.scrollIntoView?.({ block: 'nearest' }))
  }, [index, body])

  const note = (key: number, isPreviewed: boolean) => {
    if (!history) return
    const at = history.location.state.__TSR_index
    for (const later of openedRows.keys()) if (later > at) openedRows.delete(later)
    openedRows.set(at, { pathname: history.location.pathname, table, key, previewed: isPreviewed })
  }
  return [previewed.current, note] as const
}

/**
 * Returns a function that goes back if a row of the list at this address opened the present page, and reports whether it
 * did. The list then has its filters, its scroll position and the focus at the row.
 */
export function useBackToList(): (address: string) => boolean {
  const history = useRouter({ warn: false })?.history
  return (address) => {
    const before = history && openedRows.get(history.location.state.__TSR_index - 1)
    if (before?.pathname !== new URL(address, window.location.origin).pathname) return false
    history?.back()
    return true
  }
}
