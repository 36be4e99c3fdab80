/** Working days in Greece: Monday to Friday without the public holidays. */
import { addDays, type Day } from '../day.ts'

/** Public holidays with a fixed date, as MM-DD. */
const FIXED: readonly string[] = ['01-01', '01-06', '03-25', '05-01', '08-15', '10-28', '12-25', '12-26']
/** Days from Orthodox Easter to Clean Monday, Good Friday, Easter Monday and Whit Monday. */
const AROUND_EASTER: readonly number[] = [-48, -2, 1, 50]

/** Returns Orthodox Easter of a year, by the rule of Meeus for the Julian calendar. */
export function orthodoxEaster(year: number): Day {
  const moon = (19 * (year % 19) + 15) % 30
  const sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
  const count = moon + sunday + 114
  const [month, date] = [Math.floor(count / 31), (count % 31) + 1]
  const behind = Math.floor(year / 100) - Math.floor(year / 400) - 2
  const julian = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}` as Day
  return addDays(julian, behind)
}

/** Reports whether people work on a day. */
export function isWorkingDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6 || FIXED.includes(day.slice(5))) return false
  const easter = orthodoxEaster(Number(day.slice(0, 4)))
  return !AROUND_EASTER.some((days) => addDays(easter, days) === day)
}

/** Returns the first working day after a day. */
export function nextWorkingDay(day: Day): Day {
  const next = addDays(day, 1)
  return isWorkingDay(next) ? next : nextWorkingDay(next)
}
