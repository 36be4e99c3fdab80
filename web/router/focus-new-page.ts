/** Moves the focus to the heading of each page that a person opens: a screen reader then says where they are, and Tab goes on from there. */
import type { AnyRouter } from '@tanstack/react-router'

/** A heading that is not drawn by then, because an answer is late, does not take the focus any more. */
const WAIT_MS = 5_000
/** A menu whose link was pressed gives the focus back to its button meanwhile, before or after the page is drawn. */
const RETURN_MS = 1_000
const ACTIONS = ['keydown', 'pointerdown'] as const

/** Reports whether the page, or a dialog, has placed the focus itself. */
const isPlaced = (): boolean => document.activeElement?.closest('#content > *, [role="dialog"]') != null

const headingOf = (): HTMLElement | null => document.querySelector<HTMLElement>('#content h1')

/** The heading of the page before, which may stand there until the next page is drawn. */
type Earlier = { readonly heading: HTMLElement | null; readonly text: string | null }

/** Calls `stop` as soon as the person presses something, or after so long. Returns what calls it before. */
function untilActed(milliseconds: number, stop: () => void): () => void {
  const end = (): void => {
    clearTimeout(timer)
    for (const name of ACTIONS) document.removeEventListener(name, end, true)
    stop()
  }
  const timer = setTimeout(end, milliseconds)
  for (const name of ACTIONS) document.addEventListener(name, end, true)
  return end
}

function focusHeading(earlier: Earlier): boolean {
  const heading = headingOf()
  if (heading === null || (heading === earlier.heading && heading.textContent === earlier.text)) return false
  const focus = (): void => heading.focus({ preventScroll: true })
  const focusAgain = (): void => {
    if (!isPlaced()) focus()
  }
  heading.tabIndex = -1
  focus()
  document.addEventListener('focusin', focusAgain)
  untilActed(RETURN_MS, () => document.removeEventListener('focusin', focusAgain))
  return true
}

/** Focuses the heading as soon as it is drawn, unless the person acts before. */
function focusWhenDrawn(earlier: Earlier): void {
  if (isPlaced() || focusHeading(earlier)) return
  const observer = new MutationObserver(() => {
    if (isPlaced() || focusHeading(earlier)) end()
  })
  const end = untilActed(WAIT_MS, () => observer.disconnect())
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** Follows the router. The first page of a tab keeps the focus where the browser puts it. */
export function focusNewPages(router: AnyRouter): void {
  let earlier: Earlier = { heading: null, text: null }
  router.subscribe('onBeforeNavigate', () => {
    const heading = headingOf()
    earlier = { heading, text: heading?.textContent ?? null }
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) focusWhenDrawn(earlier)
  })
}
