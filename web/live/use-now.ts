import { useEffect, useState } from 'react'
import { momentOfScreen } from '#web/drawing/first-screen.ts'

/** Pages that show how much time has passed look at the clock this often, in milliseconds. */
const LOOK_AGAIN_MS = 10_000

/** Returns the present moment, which moves on while the page is open. */
export function useNow(): string {
  const [now, setNow] = useState(momentOfScreen)
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
