/**
 * Keeps the focus in the page when what had it is removed, moved, hidden or disabled, such as a button that its own press removes, or a record
 * that another person has changed. Without that the next key would begin at the top of the page, and a screen reader would fall silent.
 */
import { focusNear, focusPage, type Path, pathOf } from '#web/ui/overlay/focus-place.ts'

/** Parts that place the focus themselves do so within this time: dialogs that close, forms, lists. */
const PAUSE_MS = 40

type Place = { readonly path: Path; readonly page: string }

/** Reports whether an element cannot have the focus any more. */
const isGone = (element: Element): boolean =>
  !element.isConnected || element.matches(':disabled') || element.closest('[hidden], [inert]') !== null

/** Marks what a part gives the focus back to itself, as an entry that is moved by keys. */
const PLACES_ITSELF = '[data-own-focus]'

/** Reports whether nothing has the focus that was at a place of the open page, or of a dialog that is still open. */
function isWithout({ path, page }: Place): boolean {
  if (path.some(({ element }) => element.matches(PLACES_ITSELF))) return false
  if ((document.activeElement ?? document.body) !== document.body || page !== window.location.pathname) return false
  const frame = path.find(({ element }) => element.id === 'content' || element.matches('[role="dialog"]'))
  return frame?.element.isConnected === true
}

/** Reports whether one of the changes took an element out of the page. It may be back at another place, without its focus. */
const isMoved = (element: Element, changes: readonly MutationRecord[]): boolean =>
  changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)))

/** Ignores the repetitions of a key that is still held: it was meant for what is gone. */
function ignoreHeldKey(): void {
  const refuse = (event: KeyboardEvent): void => {
    if (!event.repeat) return end()
    event.preventDefault()
    event.stopPropagation()
  }
  const end = (): void => {
    document.removeEventListener('keydown', refuse, true)
    document.removeEventListener('keyup', end, true)
  }
  document.addEventListener('keydown', refuse, true)
  document.addEventListener('keyup', end, true)
}

/**
 * Follows the focus. If it is lost, it moves to what stands in its place now, or to the main part of the page. After a press of the pointer
 * nothing is focused: a field would open the keyboard of a tablet. Returns a function that ends this.
 */
export function keepFocus(): () => void {
  let place: Place | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPointed = false

  const note = ({ target }: FocusEvent): void => {
    place = { path: pathOf(target as Element), page: window.location.pathname }
  }
  const notePointer = (): void => {
    isPointed = true
  }
  const noteKey = (): void => {
    isPointed = false
  }
  const restore = (): void => {
    timer = undefined
    if (isPointed || place === null || !isWithout(place)) return
    if (focusNear(place.path) === null) focusPage()
    ignoreHeldKey()
  }
  const observer = new MutationObserver((changes) => {
    if (isPointed || timer !== undefined || place === null || !isWithout(place)) return
    const own = place.path[0]?.element
    if (own && (isGone(own) || isMoved(own, changes))) timer = setTimeout(restore, PAUSE_MS)
  })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', notePointer, true)
  document.addEventListener('keydown', noteKey, true)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'inert'] })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', notePointer, true)
    document.removeEventListener('keydown', noteKey, true)
  }
}
