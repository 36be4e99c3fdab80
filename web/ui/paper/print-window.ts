/** Printing from a window of its own, which closes by itself when it has printed. */
import { useEffect } from 'react'

const CLOSE_AFTER_MS = 300

const FEATURES = 'popup,width=820,height=900'

/** Opens a print page in a window of its own; false when the browser did not allow it. */
export function openPrintWindow(path: string): boolean {
  return window.open(`${path}?print=1`, '_blank', FEATURES) !== null
}

/**
 * Opens an empty window under the finger that presses, for a print page that is known only when the press has succeeded;
 * null when the browser did not allow it.
 */
export function openWaitingWindow(): { show: (path: string) => void; close: () => void } | null {
  const opened = window.open('', '_blank', FEATURES)
  return (
    opened && {
      show: (path) => opened.location.assign(`${path}?print=1`),
      close: () => opened.close(),
    }
  )
}

/** Prints this page once its content stands, if it was opened for printing, and then closes the window. */
export function usePrintWindow(ready: boolean): void {
  useEffect(() => {
    if (!ready || !new URLSearchParams(window.location.search).has('print')) return
    let gone = false
    const close = () => setTimeout(() => window.close(), CLOSE_AFTER_MS)
    window.addEventListener('afterprint', close, { once: true })
    void document.fonts.ready.then(() => {
      if (gone) return
      window.print()
      // At a desk `print` comes back when its dialog is closed, whether or not the browser tells the end of printing;
      // a tablet's goes on beside the page, and only `afterprint` is the end.
      if (window.matchMedia('(pointer: fine)').matches) close()
    })
    return () => {
      gone = true
      window.removeEventListener('afterprint', close)
    }
  }, [ready])
}
