/** Periods of days that lists and reports offer, such as this week and last month. */
import { addDays, type Day } from '../day.ts'

/** A period of days. Both ends belong to it. */
export type Period = { readonly from: Day; readonly to: Day }

/** The offered periods, shortest first. Texts are `day.<name>` of the frame. */
export const PERIODS = [
  'today',
  'this-week',
  'last-7',
  'this-month',
  'last-month',
  'this-quarter',
  'this-year',
] as const
export type PeriodName = (typeof PERIODS)[number]

/** Returns the first day of the month that is `count` months after the month of `day`. */
function monthStart(day: Day, count: number): Day {
  const moment = new Date(`${day.slice(0, 8)}01T00:00:00Z`)
  moment.setUTCMonth(moment.getUTCMonth() + count)
  return moment.toISOString().slice(0, 10) as Day
}

/** Returns `months` whole months, the first of which is `count` months after the month of `day`. */
const monthsFrom = (day: Day, count: number, months: number): Period => ({
  from: monthStart(day, count),
  to: addDays(monthStart(day, count + months), -1),
})

/**
 * Returns the period as a person sees it on the day `today`, which is a day in Athens. Weeks begin on Monday. A period
 * contains its coming days too, so that it also fits days of delivery.
 */
export function periodOf(name: PeriodName, today: Day): Period {
  const month = Number(today.slice(5, 7)) - 1
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'this-week':
      return { from: addDays(today, -sinceMonday), to: addDays(today, 6 - sinceMonday) }
    case 'last-7':
      return { from: addDays(today, -6), to: today }
    case 'this-month':
      return monthsFrom(today, 0, 1)
    case 'last-month':
      return monthsFrom(today, -1, 1)
    case 'this-quarter':
      return monthsFrom(today, -(month % 3), 3)
    case 'this-year':
      return monthsFrom(today, -month, 12)
  }
}

/** Returns the name of a period; undefined for days of a person's own choice. Of equal periods the first of `PERIODS` counts. */
export const nameOfPeriod = (period: { from?: string; to?: string }, today: Day): PeriodName | undefined =>
  PERIODS.find((name) => {
    const { from, to } = periodOf(name, today)
    return from === period.from && to === period.to
  })
