/** Moves the focus to the heading of each page that a person opens: a screen reader then says where they are, and Tab goes on from there. */
import type { AnyRouter } from '@tanstack/react-router'
import { openerOf } from '#web/ui/overlay/focus-place.ts'

/** A heading that is not drawn by then, because an answer is late, does not take the focus any more. */
const WAIT_MS = 5_000
const ACTIONS = ['keydown', 'pointerdown'] as const

/** Reports whether the page, or a dialog, has placed the focus itself. */
const isPlaced = (): boolean => document.activeElement?.closest('#content > *, [role="dialog"]') != null

const headingOf = (): HTMLElement | null => document.querySelector<HTMLElement>('#content h1')

/** The page before: its heading, which may stand there until the next page is drawn, and what has opened the next page. */
type Earlier = { readonly heading: HTMLElement | null; readonly text: string | null; readonly opener: Element | null }

/** Focuses the heading and returns it; null if it is not drawn yet. */
function focusHeading({ heading: before, text }: Earlier): HTMLElement | null {
  const heading = headingOf()
  if (heading === null || (heading === before && heading.textContent === text)) return null
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return heading
}

/**
 * Focuses the heading as soon as it is drawn, unless the person acts before or moves the focus. A menu whose link was pressed gives the focus
 * back to its button meanwhile, before or after the page is drawn: that is not the person, and the heading takes it again. So does the heading
 * that replaces the one of a page that is being loaded.
 */
function focusWhenDrawn(earlier: Earlier): void {
  let heading: HTMLElement | null = null
  const look = (): void => {
    if (!isPlaced() && !heading?.isConnected) heading = focusHeading(earlier)
  }
  look()
  const observer = new MutationObserver(look)
  const end = (): void => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    for (const name of ACTIONS) document.removeEventListener(name, end, true)
  }
  const onFocus = ({ target }: FocusEvent): void => {
    if (target === earlier.opener) heading = focusHeading(earlier)
    // the main part has the focus of what left with the page before, until the heading is drawn
    else if (target !== headingOf() && (target as Element).id !== 'content') end()
  }
  const timer = setTimeout(end, WAIT_MS)
  document.addEventListener('focusin', onFocus)
  for (const name of ACTIONS) document.addEventListener(name, end, true)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** Follows the router. The first page of a tab keeps the focus where the browser puts it. */
export function focusNewPages(router: AnyRouter): void {
  let earlier: Earlier = { heading: null, text: null, opener: null }
  router.subscribe('onBeforeNavigate', () => {
    const heading = headingOf()
    earlier = { heading, text: heading?.textContent ?? null, opener: openerOf(document.activeElement) }
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) focusWhenDrawn(earlier)
  })
}
