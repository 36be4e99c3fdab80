import { useEffect } from 'react'

/** A section reads its tasks again after this time without mouse, key, scroll or click (S2-STA-28). */
const QUIET_MS = 60_000
const SIGNS = ['mousemove', 'keydown', 'scroll', 'click'] as const

/** Calls `refresh` each time nobody has touched the page for a minute. What is typed stays. */
export function useRefreshWhenQuiet(refresh: () => unknown): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        void refresh()
        wait()
      }, QUIET_MS)
    }
    wait()
    for (const sign of SIGNS) window.addEventListener(sign, wait, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, wait, { capture: true })
    }
  }, [refresh])
}
