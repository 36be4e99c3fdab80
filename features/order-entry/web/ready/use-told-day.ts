/** Keeps the earliest day that the form shows, for the moment in which the order is saved. */
import { type RefObject, useCallback, useRef } from 'react'
import type { Day } from '#kernel/day.ts'

/** Returns the day that was told last, null if it is not known, and the function that the form tells it with. */
export function useToldDay(): { told: RefObject<Day | null>; tell: (day: Day | null) => void } {
  const told = useRef<Day | null>(null)
  const tell = useCallback((day: Day | null) => {
    told.current = day
  }, [])
  return { told, tell }
}
