/** The days of the demo company. They are relative to the day of loading, so that the data never looks old. */
import { addDays, type Day, type Moment, wallClockOf } from '#kernel/day.ts'

/** A local time in Athens, in seconds from the start of today; negative in the past. */
export type Time = number

const DAY_SECONDS = 86_400

/** Returns a time on the day `offset` days after today, or before today if `offset` is negative. */
export const at = (offset: number, hour: number, minute = 0, second = 0): Time =>
  offset * DAY_SECONDS + hour * 3_600 + minute * 60 + second

/** Returns by how many days the day of a time is after today; negative for a past day. */
export const dayOffset = (time: Time): number => Math.floor(time / DAY_SECONDS)

/** Converts times relative to today into days and moments. */
export class Calendar {
  readonly #today: Day
  readonly #hoursAhead = new Map<Day, number>()

  constructor(today: Day) {
    this.#today = today
  }

  day(offset: number): Day {
    return addDays(this.#today, offset)
  }

  /** Returns the moment of a local time in Athens. */
  moment(time: Time): Moment {
    const day = this.day(dayOffset(time))
    const seconds = time - dayOffset(time) * DAY_SECONDS - this.#aheadOfUtc(day) * 3_600
    return new Date(Date.parse(`${day}T00:00:00Z`) + seconds * 1_000).toISOString() as Moment
  }

  /** Returns a time as papers show it: 'YYYY-MM-DD HH:mm:ss'. */
  wallClock(time: Time): string {
    const seconds = time - dayOffset(time) * DAY_SECONDS
    return `${this.day(dayOffset(time))} ${new Date(seconds * 1_000).toISOString().slice(11, 19)}`
  }

  /** Returns the same day, or the day before if it is a Sunday. */
  workday(offset: number): number {
    return new Date(`${this.day(offset)}T12:00:00Z`).getUTCDay() === 0 ? offset - 1 : offset
  }

  /**
   * Returns the hours between Athens and UTC at noon of a day. Nothing happens in the nights when the clocks change.
   */
  #aheadOfUtc(day: Day): number {
    const known = this.#hoursAhead.get(day)
    if (known !== undefined) return known
    const hours = Number(wallClockOf(`${day}T12:00:00Z`).slice(11, 13)) - 12
    this.#hoursAhead.set(day, hours)
    return hours
  }
}
