/** Prints from a separate window, which closes after printing. */
import { useEffect } from 'react'

const CLOSE_AFTER_MS = 300

const FEATURES = 'popup,width=820,height=900'

/** Returns the address of a page that prints itself. */
const toPrint = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}print=1`

/** Opens a print page in a separate window. Returns false if the browser blocks it. */
export function openPrintWindow(path: string): boolean {
  return window.open(toPrint(path), '_blank', FEATURES) !== null
}

/**
 * Opens an empty window during a press, for a print page that is known only after the command has succeeded. Returns
 * null if the browser blocks it.
 */
export function openWaitingWindow(): { show: (path: string) => void; close: () => void } | null {
  const opened = window.open('', '_blank', FEATURES)
  return (
    opened && {
      show: (path) => opened.location.assign(toPrint(path)),
      close: () => opened.close(),
    }
  )
}

/** Opens an empty tab during a press, for an address that is known only later. Returns null if the browser blocks it. */
export function openWaitingTab(): { show: (address: string) => void; close: () => void } | null {
  const opened = window.open('', '_blank')
  return opened && { show: (address) => opened.location.assign(address), close: () => opened.close() }
}

/** Prints this page once its content is ready, if it was opened for printing, and then closes the window. */
export function usePrintWindow(ready: boolean): void {
  useEffect(() => {
    if (!ready || !new URLSearchParams(window.location.search).has('print')) return
    let gone = false
    const close = () => setTimeout(() => window.close(), CLOSE_AFTER_MS)
    window.addEventListener('afterprint', close, { once: true })
    void document.fonts.ready.then(() => {
      if (gone) return
      window.print()
      // On a desktop `print` returns when its dialog closes. On a tablet it returns at once, and only `afterprint`
      // marks the end.
      if (window.matchMedia('(pointer: fine)').matches) close()
    })
    return () => {
      gone = true
      window.removeEventListener('afterprint', close)
    }
  }, [ready])
}
