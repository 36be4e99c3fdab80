/** Gives the days and entries of the calendar what all of them need, so that the parts between do not pass it on. */
import { createContext, useContext } from 'react'
import type { Day } from '#kernel/day.ts'
import type { KindTexts } from './kind-texts.ts'
import type { Moves } from './use-moves.ts'
import type { Picked } from './use-picked.ts'

type CalendarParts = {
  readonly today: Day
  readonly texts: KindTexts
  readonly moves: Moves
  readonly picked: Picked
}

export const CalendarPartsContext = createContext<CalendarParts | null>(null)

/** Returns what the page gives. Throws outside of the calendar. */
export function useCalendarParts(): CalendarParts {
  const parts = useContext(CalendarPartsContext)
  if (parts === null) throw new Error('An entry of the calendar is shown only on its page')
  return parts
}
