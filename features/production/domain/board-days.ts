/** Which days the board of production shows. */
import { addDays, type Day } from '#kernel/day.ts'
import { type Period, periodOf } from '#kernel/days/period.ts'
import { isWorkingDay, nextWorkingDay } from '#kernel/days/working-day.ts'

/** The number of working days on the board. */
export const WORKING_DAYS = 10

/** Returns the days of the board, from the Monday of the week of `day` to the tenth working day, of which the first is not before today. */
export function boardPeriod(day: Day, today: Day): Period {
  const { from } = periodOf('this-week', day)
  let to = addDays(from < today ? today : from, -1)
  for (let count = 0; count < WORKING_DAYS; count += 1) to = nextWorkingDay(to)
  return { from, to }
}

type SectionDays = { readonly days: readonly { readonly day: Day; readonly count: number }[] }

/** Returns the days that the board has columns for: working days, and other days for which a section has tasks. */
export function columnDays(sections: readonly SectionDays[]): Day[] {
  const days = sections.flatMap((section) => section.days)
  const used = new Set(days.filter(({ day, count }) => count > 0 || isWorkingDay(day)).map(({ day }) => day))
  return [...used].toSorted()
}
