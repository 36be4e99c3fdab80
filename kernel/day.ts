/** Days are 'YYYY-MM-DD' texts and moments are ISO texts. The present time is always an argument. */
import { z } from 'zod'

declare const kind: unique symbol

/** A calendar day, 'YYYY-MM-DD'. */
export type Day = string & { readonly [kind]: 'Day' }
/** A moment in time as an ISO 8601 text in UTC, '2026-11-20T18:51:00.000Z'. */
export type Moment = string & { readonly [kind]: 'Moment' }

/** The time zone that decides which day is today (C-46), whatever the zone of the machine. */
const ZONE = 'Europe/Athens'

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Reports whether `text` is an existing calendar day of the years 1900 to 2199. */
export function isDay(text: string): text is Day {
  const match = DAY.exec(text)
  if (!match) return false
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1900 || year > 2199) return false
  const moment = new Date(Date.UTC(year, month - 1, date))
  return moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date
}

let athens: Intl.DateTimeFormat | undefined
/** Returns the clock of Athens. It is made at its first use, because that takes 10 ms of the start of a page. */
function athensClock(): Intl.DateTimeFormat {
  athens ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return athens
}

const HOUR_MS = 3_600_000
/** The clock of Athens changes at full hours only, and computing the time of a zone is slow. */
const offsets = new Map<number, number>()
const MOST_OFFSETS = 10_000

/** Returns the milliseconds by which the clock in Athens is ahead of UTC. */
function offsetAt(time: number): number {
  const hour = Math.floor(time / HOUR_MS)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const start = hour * HOUR_MS
  const parts = athensClock().formatToParts(start)
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour: hours = 0, minute = 0, second = 0 } = part
  const offset = Date.UTC(year, month - 1, day, hours, minute, second) - start
  if (offsets.size >= MOST_OFFSETS) offsets.clear()
  offsets.set(hour, offset)
  return offset
}

/** Returns the local time in Athens at a moment, as 'YYYY-MM-DD HH:mm:ss'. */
export function wallClockOf(moment: string): string {
  const time = new Date(moment).getTime()
  return new Date(time + offsetAt(time)).toISOString().slice(0, 19).replace('T', ' ')
}

/** Returns the day in Athens at a moment. */
export const dayOf = (moment: string): Day => wallClockOf(moment).slice(0, 10) as Day

/** Returns the day `count` days later; a negative `count` gives an earlier day. */
export function addDays(day: Day, count: number): Day {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + count)
  return moment.toISOString().slice(0, 10) as Day
}

/** Returns how many days `to` is after `from`; negative if it is before. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Returns how many days are left until a last day: 0 on that day, negative after it. */
export const daysLeft = (last: Day, today: Day): number => daysBetween(today, last)

/** Returns the name of the text that says how many days are left, and the number that decides its plural form. */
export const leftWords = (days: number): { readonly when: 'left' | 'last' | 'over'; readonly count: number } => ({
  when: days > 0 ? 'left' : days === 0 ? 'last' : 'over',
  count: Math.abs(days),
})

/** The tags of the languages that write a day with points. All others write it with slashes (C-96). */
const POINTED: readonly string[] = ['ru', 'sr']

const joinParts = (parts: readonly string[], tag: string): string => parts.join(POINTED.includes(tag) ? '.' : '/')

/** Returns a day in the one form of a language (C-96): 24/12/2026, in Russian and Serbian 24.12.2026. `tag` is that of `LANGUAGES`. */
export const dayText = (day: string, tag: string): string =>
  joinParts([day.slice(8, 10), day.slice(5, 7), day.slice(0, 4)], tag)

/** Returns a day without its year in the form of a language. */
export const dayMonthText = (day: string, tag: string): string => joinParts([day.slice(8, 10), day.slice(5, 7)], tag)

/**
 * Returns the time of a local time ('YYYY-MM-DD HH:mm:ss') as 'HH:mm', or null at midnight: a delivery at midnight was
 * given without a time and means the whole day.
 */
export function timeOf(clock: string): string | null {
  const time = clock.slice(11, 16)
  return time === '' || time === '00:00' ? null : time
}

/** Returns a local time, such as that of a delivery, in the form of a language: the day, and HH:mm if it has a time. */
export const wallClockText = (clock: string, tag: string): string =>
  [dayText(clock, tag), timeOf(clock)].filter(Boolean).join(' ')

/**
 * Reads a typed day in the forms DD/MM/YYYY, D-M-YY, DD.MM.YYYY, the same with a point at its end, and YYYY-MM-DD. Returns null if `text` is
 * no existing day.
 */
export function parseDay(text: string): Day | null {
  const trimmed = text.trim()
  if (isDay(trimmed)) return trimmed
  const match = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{2}|\d{4})\.?$/.exec(trimmed)
  if (!match) return null
  const [, date = '', month = '', year = ''] = match
  const candidate = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(candidate) ? candidate : null
}

export const zDay = z.string().refine(isDay, { message: 'day' }) as unknown as z.ZodType<Day, string>

/** Reports whether `text` is a local time in Athens as it is stored and exchanged: 'YYYY-MM-DD HH:mm:ss'. */
export function isWallClock(text: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.exec(text)
  return match !== null && isDay(match[1] ?? '')
}

/** 'YYYY-MM-DD HH:mm:ss', or a day, which stands for its start. */
export const zWallClock = z
  .string()
  .transform((text) => (text.length === 10 ? `${text} 00:00:00` : text))
  .refine(isWallClock, { message: 'day' })
