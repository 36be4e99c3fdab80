/** Remembers where the focus was, so that it can return there, or near it if the element has been removed meanwhile. */

/** Finds what can have the focus, if it is neither hidden nor removed. */
export const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]'

export type FocusPlace = {
  /** Moves the focus to the place, or near it. Returns false if nothing there can have the focus. */
  readonly focus: () => boolean
}

/** An element and the parents above it, each with its position among the children of the next. */
export type Path = readonly { readonly element: Element; readonly index: number }[]

/** Returns what opens something: an entry of a menu closes with a press, so the button of the menu stands for it. */
export function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]')
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? element
}

/** What had the focus last. A menu may be gone before the dialog that it opens is drawn. */
let last: Element | null = null
document.addEventListener('focusin', ({ target }) => {
  last = openerOf(target as Element)
})

/** Returns the place of the focus. */
export function placeOfFocus(): FocusPlace {
  const now = document.activeElement
  const path = pathOf(now === null || now === document.body ? last : openerOf(now))
  return {
    focus: () => {
      const focused = focusNear(path)
      if (focused) guardFocus(focused, path)
      return focused !== null
    },
  }
}

/** Focuses the main part of the page, as after a link that skips to it. */
export const focusPage = (): void => document.getElementById('content')?.focus({ preventScroll: true })

/** Returns the place of an element among its neighbours. */
export function pathOf(start: Element | null): Path {
  const path: { element: Element; index: number }[] = []
  for (let element = start; element && element !== document.body; element = element.parentElement)
    path.push({ element, index: [...(element.parentElement?.children ?? [])].indexOf(element) })
  return path
}

/**
 * Focuses the element itself, or what stands at its position now, after it or before it: the next row after a row that has left the list. Looks
 * only inside the main part and open dialogs, because the position of anything else has no meaning. Returns what has the
 * focus now, or null.
 */
export function focusNear(path: Path): HTMLElement | null {
  const [own] = path
  if (own && takesFocus(own.element)) return own.element
  for (let place = 1; place < path.length; place += 1) {
    const parent = path[place]?.element
    if (!parent?.isConnected) continue
    if (parent.id === 'content' || !parent.closest('#content, [role="dialog"]')) return null
    const index = path[place - 1]?.index ?? 0
    const children = [...parent.children]
    for (const near of [...children.slice(index), ...children.slice(0, index).toReversed()]) {
      const found = [near, ...near.querySelectorAll(FOCUSABLE)].find(takesFocus)
      if (found) return found
    }
  }
  return null
}

/** Focuses an element. Returns false if it is hidden, disabled or removed. */
function takesFocus(element: Element): element is HTMLElement {
  if (!(element instanceof HTMLElement) || !element.isConnected || !element.matches(FOCUSABLE)) return false
  if (element.getAttribute('aria-hidden') === 'true') return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/**
 * Watches an element that has just been focused. A list that is read again after saving may remove it; the focus then
 * moves to what stands at its position. Ends as soon as the person does anything.
 */
function guardFocus(target: HTMLElement, path: Path): void {
  const observer = new MutationObserver(() => {
    if (target.isConnected || (document.activeElement ?? document.body) !== document.body) return
    end()
    if (focusNear(path) === null) focusPage()
  })
  const end = () => {
    observer.disconnect()
    for (const name of ACTIONS) document.removeEventListener(name, end, true)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const name of ACTIONS) document.addEventListener(name, end, true)
}

const ACTIONS = ['keydown', 'pointerdown', 'focusin'] as const
