/** Keeps the earliest day that the form shows, for the moment in which the order is saved. */
import { type RefObject, useCallback, useRef } from 'react'
import type { Day } from '#kernel/day.ts'

/** Returns the earliest day that the form showed last, null if it is not known, and the function by which the form stores it. */
export function useToldDay(): { told: RefObject<Day | null>; tell: (day: Day | null) => void } {
  const told = useRef<Day | null>(null)
  const tell = useCallback((day: Day | null) => {
    told.current = day
  }, [])
  return { told, tell }
}
