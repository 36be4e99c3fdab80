/** Reads days as people type them in a hurry. */
import { addDays, type Day, isDay, parseDay } from '../day.ts'
import { fold } from '../fold.ts'
import { LANGUAGES } from '../languages.ts'

/** A Monday, from which the names of the seven days are taken. */
const MONDAY = '2026-11-23' as Day
const DAYS_OF_WEEK = 7
/** The largest number of days that can be counted from today. */
const MOST_DAYS = 3_660

/**
 * Reads a typed day. Besides the full forms of `parseDay` it understands
 *
 * - `5/1` and `0501`: the date nearest to today, in this year or in a neighbouring one
 * - `5/1/27`, `050127` and `05012027`
 * - `+3` and `-3`: days from today
 * - `Δευ`, `mon`: the next day of that name after today, in every language of the product, from two letters on
 *
 * Returns null for any other text.
 */
export function readTypedDay(text: string, today: Day): Day | null {
  const typed = text.trim()
  return parseDay(typed) ?? readDigits(typed, today) ?? readCount(typed, today) ?? readWeekday(typed, today)
}

function readDigits(typed: string, today: Day): Day | null {
  const full = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(typed)
  if (full) return parseDay(full.slice(1).join('/'))
  const short = /^(\d{1,2})[/.\-\s](\d{1,2})[/.-]?$/.exec(typed) ?? /^(\d{2})(\d{2})$/.exec(typed)
  if (!short) return null
  const [, date = '', month = ''] = short
  const year = Number(today.slice(0, 4))
  const candidates = [year, year - 1, year + 1]
    .map((of) => `${of}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
    .filter(isDay)
  return candidates.reduce<Day | null>(
    (nearest, day) => (nearest === null || distance(day, today) < distance(nearest, today) ? day : nearest),
    null,
  )
}

const distance = (a: Day, b: Day): number => Math.abs(Date.parse(a) - Date.parse(b))

function readCount(typed: string, today: Day): Day | null {
  const match = /^([+\-−])\s?(\d{1,4})$/.exec(typed)
  if (!match) return null
  const count = Number(match[2])
  return count > MOST_DAYS ? null : addDays(today, match[1] === '+' ? count : -count)
}

/** Returns the names of the days from Monday to Sunday in every language, long and short, as `fold` writes them. */
function readNames(): readonly ReadonlySet<string>[] {
  const formats = LANGUAGES.flatMap(({ tag }) =>
    (['long', 'short'] as const).map((weekday) => new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' })),
  )
  return Array.from({ length: DAYS_OF_WEEK }, (_, index) => {
    const moment = Date.parse(addDays(MONDAY, index))
    return new Set(formats.map((format) => fold(format.format(moment)).replace(/\.$/, '')))
  })
}

/** Built at the first typed word, because the formats of all languages take some milliseconds. */
let names: readonly ReadonlySet<string>[] | null = null

function readWeekday(typed: string, today: Day): Day | null {
  const wanted = fold(typed).replace(/\.$/, '')
  if (wanted.length < 2) return null
  names ??= readNames()
  const matching = names.flatMap((of, index) => ([...of].some((name) => name.startsWith(wanted)) ? [index] : []))
  const [weekday] = matching
  if (weekday === undefined || matching.length > 1) return null
  const daysSinceMonday = Math.round((Date.parse(today) - Date.parse(MONDAY)) / 86_400_000)
  const ahead = (((weekday - daysSinceMonday - 1) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK
  return addDays(today, ahead + 1)
}
