/** Divides a period into whole months and the days before and after them. */
import { addDays, type Day } from '#kernel/day.ts'
import type { Period } from '#kernel/days/period.ts'
import { lastDayOf } from './frame.ts'

type Parts = {
  /** From the first day of the first whole month to the last day of the last one; null if there is none. */
  readonly months: Period | null
  readonly days: readonly Period[]
}

export function wholeMonthsOf(from: Day, to: Day): Parts {
  const begin = from.endsWith('-01') ? from : addDays(lastDayOf(from, 'month'), 1)
  const end = to === lastDayOf(to, 'month') ? to : addDays(`${to.slice(0, 8)}01` as Day, -1)
  if (begin > end) return { months: null, days: [{ from, to }] }
  return {
    months: { from: begin, to: end },
    days: [
      ...(from < begin ? [{ from, to: addDays(begin, -1) }] : []),
      ...(end < to ? [{ from: addDays(end, 1), to }] : []),
    ],
  }
}
