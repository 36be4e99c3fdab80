/** What every dialog, drawer and sheet has in common: where the focus begins, and where it goes after closing. */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { FocusPlace } from '#web/ui/overlay/focus-place.ts'
import { noteOverlay, type OpenOverlay } from '#web/ui/overlay/open-overlays.ts'
import styles from '#web/ui/surfaces.module.css'

export type OverlayState = {
  /** Closes the overlay unless another one is open over it. */
  close: () => void
  content: RefObject<HTMLDivElement | null>
}

/**
 * Escape reaches every open overlay, and only the uppermost one may close: a question must not close the form below it,
 * with everything that was typed. After closing, the focus returns to what opened the overlay, unless `returnFocus` is
 * false because it moves on to another element. `openerOf` returns what opened it, if its content takes the focus before this can look.
 */
export function useOverlay(
  opened: boolean,
  onClose: () => void,
  returnFocus = true,
  openerOf?: () => FocusPlace | null,
): OverlayState {
  const own = useRef<OpenOverlay | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const returns = useRef(returnFocus)
  const before = useRef(openerOf)
  useEffect(() => {
    returns.current = returnFocus
  })
  // Before the effects of the page, which may move the focus.
  useLayoutEffect(() => {
    if (!opened) return undefined
    const overlay = noteOverlay(before.current?.() ?? undefined)
    own.current = overlay
    // The content may be drawn later, so it is asked for at the end.
    const dialog = () => content.current?.closest('[role="dialog"]') ?? content.current
    return () => {
      overlay.release()
      overlay.returnFocus(dialog(), () => returns.current)
    }
  }, [opened])
  return {
    content,
    close: () => {
      if (own.current?.isUppermost()) onClose()
    },
  }
}

type Props = {
  content: RefObject<HTMLDivElement | null>
  /** True while the closed overlay is still drawn. Its form takes no second press then. */
  closing?: boolean
  children: ReactNode
}

/**
 * Gives the focus to `data-autofocus`, to the first field or to the main button, and without any of them to the content
 * itself: never to the button that closes. Content that loads later receives the focus then, unless the person has acted.
 */
export function OverlayContent({ content, closing = false, children }: Props) {
  useLayoutEffect(() => {
    const own = content.current
    if (own === null) return undefined
    const first = firstIn(own)
    // The library focuses what has this attribute as soon as the content can be seen.
    const start = first ?? own
    start.setAttribute('data-autofocus', '')
    return first === null ? focusLater(own) : undefined
  }, [content])
  return (
    <div ref={content} tabIndex={-1} className={styles.overlay} inert={closing}>
      {children}
    </div>
  )
}

const FIELD = 'input:not([type="hidden"], [type="file"], :disabled), select:not(:disabled), textarea:not(:disabled)'
const MAIN_BUTTON = 'button[type="submit"]:not(:disabled), button[data-variant="filled"]:not(:disabled)'

function firstIn(content: HTMLElement): HTMLElement | null {
  const marked = content.querySelector<HTMLElement>('[data-autofocus]')
  // In a workshop or on the road, a focused field would open the keyboard of the screen, and a wet hand press a button.
  if (marked || content.querySelector('[data-touch]')) return marked
  const hasKeyboard = !window.matchMedia('(pointer: coarse)').matches
  return (hasKeyboard ? content.querySelector<HTMLElement>(FIELD) : null) ?? content.querySelector(MAIN_BUTTON)
}

/** Moves the focus from the content to its first field or main button once there is one. */
function focusLater(content: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    if (document.activeElement !== content) return
    const first = firstIn(content)
    if (first === null) return
    end()
    first.focus({ preventScroll: true })
  })
  const end = () => {
    observer.disconnect()
    for (const name of ACTIONS) content.removeEventListener(name, end, true)
  }
  observer.observe(content, { childList: true, subtree: true })
  for (const name of ACTIONS) content.addEventListener(name, end, true)
  return end
}

const ACTIONS = ['keydown', 'pointerdown'] as const

/** Ignores Enter while the key is held: the press that opened a dialog must neither press a button in it nor send its form. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
}
