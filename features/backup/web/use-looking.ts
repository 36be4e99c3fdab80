import { useEffect, useRef } from 'react'

/** The job tells open pages of its end only, so a page that shows its progress looks by itself. */
const LOOK_MILLISECONDS = 1_500

/** Looks again every so often while something is under way, to show how far it is. */
export function useLooking(active: boolean, look: () => Promise<unknown>): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => void latest.current(), LOOK_MILLISECONDS)
    return () => clearInterval(timer)
  }, [active])
}
