/** Computes the days that a view of the calendar shows. */
import { addDays, type Day, isDay } from '#kernel/day.ts'
import { type Period, periodOf } from '#kernel/days/period.ts'

export const VIEWS = ['week', 'month', 'day'] as const
export type CalendarView = (typeof VIEWS)[number]

export const DAYS_OF_WEEK = 7
/** The most days of one view: a month with the whole weeks at its ends. */
const MOST_DAYS = 6 * DAYS_OF_WEEK

/** Returns the week of a day, from Monday to Sunday. */
const weekOf = (day: Day): Period => periodOf('this-week', day)

/** Returns the days of the view that contains `day`. A month is shown in whole weeks. */
export function spanOf(view: CalendarView, day: Day): Period {
  if (view === 'day') return { from: day, to: day }
  if (view === 'week') return weekOf(day)
  const month = periodOf('this-month', day)
  return { from: weekOf(month.from).from, to: weekOf(month.to).to }
}

/** Returns a day of the next view, or with `step` -1 of the one before. A month leads to its first day. */
export function nextOf(view: CalendarView, day: Day, step: 1 | -1): Day {
  if (view === 'day') return addDays(day, step)
  if (view === 'week') return addDays(day, step * DAYS_OF_WEEK)
  const { from, to } = periodOf('this-month', day)
  return step === 1 ? addDays(to, 1) : periodOf('this-month', addDays(from, -1)).from
}

/** Returns the days from `from` to `to`. */
export function daysOf({ from, to }: Period): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Reports whether these are two days in order, and at most as many days as one view shows. */
export const isSpan = ({ from, to }: { from: string; to: string }): boolean =>
  isDay(from) && isDay(to) && from <= to && to < addDays(from, MOST_DAYS)
