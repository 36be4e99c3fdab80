/** Reads the hours in which a customer receives goods from the text that the company keeps about the customer. */
import { fold } from '#kernel/fold.ts'

/** Parts of the names of a customer's own fields that contain these hours, as `fold` writes them. */
export const NAMES_OF_HOURS = ['ωρεσ', 'ωραρι', 'hours', 'orari', 'horari', 'часы', 'радно време'] as const

/** A time of the day in which goods are received, in minutes since midnight. */
type Opening = { readonly from: number; readonly to: number }

const DAY_END = 24 * 60
const TIME = String.raw`(\d{1,2})(?:[:.](\d{2}))?`
const BETWEEN = new RegExp(String.raw`${TIME}\s*(?:-|–|—|εωσ|μεχρι|ωσ|to|until)\s*${TIME}`, 'gu')
const AFTER = new RegExp(String.raw`(?:μετα|απο|after|from)(?:\s+(?:τισ|απο))*\s+${TIME}`, 'u')
const BEFORE = new RegExp(String.raw`(?:πριν|εωσ|μεχρι|ωσ|before|until)(?:\s+(?:τισ|απο))*\s+${TIME}`, 'u')

/**
 * Returns the hours that the text names, in their order, such as `08:00 - 12:00, 17:00 - 20:00`, `9-5` or `Μετά τις 17:00`.
 * Returns null for a text without hours; then goods are received at any time.
 */
export function openingsIn(text: string): Opening[] | null {
  const plain = fold(text)
  const ranges = [...plain.matchAll(BETWEEN)].flatMap(([, fromHour, fromMinute, toHour, toMinute]) => {
    const [from, to] = [minutesOf(fromHour, fromMinute), minutesOf(toHour, toMinute)]
    // 9-5 means until 17:00
    return from === null || to === null ? [] : [{ from, to: to <= from ? Math.min(to + DAY_END / 2, DAY_END) : to }]
  })
  if (ranges.length > 0) return ranges.toSorted((a, b) => a.from - b.from)
  const [after, before] = [timeIn(AFTER, plain), timeIn(BEFORE, plain)]
  return after === null && before === null ? null : [{ from: after ?? 0, to: before ?? DAY_END }]
}

function timeIn(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)
  return found ? minutesOf(found[1], found[2]) : null
}

function minutesOf(hour: string | undefined, minute: string | undefined): number | null {
  const [hours, minutes] = [Number(hour), Number(minute ?? 0)]
  return hours <= 24 && minutes < 60 ? Math.min(hours * 60 + minutes, DAY_END) : null
}
