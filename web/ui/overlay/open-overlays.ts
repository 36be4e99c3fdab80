/** The open dialogs, drawers and questions, in the order in which they were opened, and what had the focus before each. */
import { focusPage, type FocusPlace, placeOfFocus } from '#web/ui/overlay/focus-place.ts'

type Overlay = {
  /** What had the focus when the overlay was opened. */
  readonly opener: FocusPlace
  /** The overlay below. It may be closed while this one is open, and is remembered for its own opener. */
  readonly below: Overlay | undefined
}

const opened: Overlay[] = []

export type OpenOverlay = {
  readonly isUppermost: () => boolean
  /** Call it when the overlay is closed. */
  readonly release: () => void
  /** Moves the focus to what opened the overlay, unless it is elsewhere by then. Call it when the overlay is closed. */
  readonly returnFocus: (own: Element | null, isWanted?: () => boolean) => void
}

/** Notes that an overlay has been opened. `opener` is what had the focus before. */
export function noteOverlay(opener: FocusPlace = placeOfFocus()): OpenOverlay {
  const own: Overlay = { opener, below: opened.at(-1) }
  opened.push(own)
  return {
    isUppermost: () => opened.at(-1) === own,
    // Escape reaches every overlay in one event, so the one below becomes the uppermost only after that event
    release: () => {
      setTimeout(() => {
        const index = opened.indexOf(own)
        if (index >= 0) opened.splice(index, 1)
      })
    },
    returnFocus: (element, isWanted = () => true) => {
      const before = new Set(opened)
      // The overlay is still drawn now, and what opens in its place has the focus only after this event.
      setTimeout(() => {
        const isReplaced = opened.some((overlay) => !before.has(overlay) || overlay.below === own)
        if (isWanted() && !isReplaced && isLost(element)) giveFocus(own)
      }, 20)
    },
  }
}

/** Reports whether the focus is still where the closing of an overlay has left it: in the overlay, on nothing, or on the main part of the page. */
function isLost(own: Element | null): boolean {
  const now = document.activeElement
  return now === null || now === document.body || own?.contains(now) === true || now.id === 'content'
}

/** Focuses the opener of an overlay, or that of the overlay below if the opener has been closed with it. */
function giveFocus(overlay: Overlay): void {
  for (let next: Overlay | undefined = overlay; next; next = next.below) if (next.opener.focus()) return
  focusPage()
}
