/** The days of the demo company, counted from the day it is loaded, so that it never looks old. */
import { addDays, type Day, type Moment, wallClockOf } from '#kernel/day.ts'

/** A time by the clocks of Athens: seconds from the first second of today, negative in the past. */
export type Time = number

const DAY_SECONDS = 86_400

/** The time of a day so many days before (negative) or after today. */
export const at = (offset: number, hour: number, minute = 0, second = 0): Time =>
  offset * DAY_SECONDS + hour * 3_600 + minute * 60 + second

/** How many days before or after today a time is. */
export const dayOffset = (time: Time): number => Math.floor(time / DAY_SECONDS)

/** Turns "so many days before or after today" into days and moments. */
export class Calendar {
  readonly #today: Day
  readonly #hoursAhead = new Map<Day, number>()

  constructor(today: Day) {
    this.#today = today
  }

  day(offset: number): Day {
    return addDays(this.#today, offset)
  }

  /** The moment at which clocks in Athens show this time. */
  moment(time: Time): Moment {
    const day = this.day(dayOffset(time))
    const seconds = time - dayOffset(time) * DAY_SECONDS - this.#aheadOfUtc(day) * 3_600
    return new Date(Date.parse(`${day}T00:00:00Z`) + seconds * 1_000).toISOString() as Moment
  }

  /** A time as papers show it: 'YYYY-MM-DD HH:mm:ss'. */
  wallClock(time: Time): string {
    const seconds = time - dayOffset(time) * DAY_SECONDS
    return `${this.day(dayOffset(time))} ${new Date(seconds * 1_000).toISOString().slice(11, 19)}`
  }

  /** The nearest day, not later, on which the company works. */
  workday(offset: number): number {
    return new Date(`${this.day(offset)}T12:00:00Z`).getUTCDay() === 0 ? offset - 1 : offset
  }

  /** Hours at noon of a day; nothing of the demo happens in the night in which they change. */
  #aheadOfUtc(day: Day): number {
    const known = this.#hoursAhead.get(day)
    if (known !== undefined) return known
    const hours = Number(wallClockOf(`${day}T12:00:00Z`).slice(11, 13)) - 12
    this.#hoursAhead.set(day, hours)
    return hours
  }
}
