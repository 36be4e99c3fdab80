/** Keeps the focus in the rows when the row that has it leaves the list, because of what somebody else did with its record. */
import { type RefObject, useEffect } from 'react'
import { focusInstead, ROW } from '#web/ui/table/rows/row-events.ts'

/**
 * Gives the focus to the row after the one that left the list, else to the last one, and without any row to the titles of the columns. `isDrawn`
 * is true as soon as the body of the table is drawn.
 */
export function useKeptRowFocus(body: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  useEffect(() => {
    const around = body.current
    if (!around || !isDrawn) return undefined
    let last: HTMLElement | null = null
    const note = ({ target }: FocusEvent) => {
      last = around.contains(target as Node) ? (target as Element).closest<HTMLElement>(ROW) : null
    }
    // the person pressed where nothing takes the focus: a row that leaves the list later has none to lose
    const forget = () =>
      queueMicrotask(() => {
        if (last?.isConnected && document.activeElement === document.body) last = null
      })
    const observer = new MutationObserver((changes) => {
      const lost = last
      if (lost === null || lost.isConnected || document.activeElement !== document.body) return
      last = null
      const next = rowAfter(around, lost, changes)
      if (next) focusInstead(next)
      else around.parentElement?.querySelector<HTMLElement>('thead button')?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    around.addEventListener('focusout', forget)
    observer.observe(around, { childList: true })
    return () => {
      document.removeEventListener('focusin', note)
      around.removeEventListener('focusout', forget)
      observer.disconnect()
    }
  }, [body, isDrawn])
}

/** Returns the row that stood after a removed one, else the row in its place now, else the last row. */
function rowAfter(body: Element, lost: HTMLElement, changes: readonly MutationRecord[]): HTMLElement | null {
  const change = changes.find(({ removedNodes }) => [...removedNodes].includes(lost))
  let after = change?.nextSibling ?? null
  while (after instanceof Element && after.isConnected && !after.matches(ROW)) after = after.nextElementSibling
  if (after instanceof HTMLElement && after.isConnected) return after
  const rows = body.querySelectorAll<HTMLElement>(ROW)
  return rows[Math.min(Number(lost.dataset['index']), rows.length - 1)] ?? null
}
