/** Reads the values of filters and records, as people and programs write them, by the kind of their field. */
import { z } from 'zod'
import { isDay, isWallClock, wallClockOf } from '#kernel/day.ts'
import { parseDecimal, roundDecimal, scaleDecimal } from '#kernel/money.ts'
import { badRecord } from './answers.ts'
import type { Field } from './fields.ts'

const NOUN = {
  integer: 'integer',
  decimal: 'number',
  text: 'text',
  day: 'date (YYYY-MM-DD)',
  moment: 'date and time (ISO 8601, or YYYY-MM-DD HH:mm:ss in Athens)',
  wallClock: 'date and time (YYYY-MM-DD HH:mm:ss)',
  boolean: 'boolean',
  json: 'JSON value',
} as const satisfies Record<Field['kind'], string>

/** Throws the sentence of the old server for a value of the wrong kind. */
export function wrongKind(name: string, field: Field): never {
  const kind = field.kind === 'wallClock' ? 'wall-clock' : field.kind
  const article = field.kind === 'text' || field.kind === 'json' ? '' : 'a '
  const places = field.kind === 'decimal' ? ` with at most ${field.places} decimal places` : ''
  throw badRecord(`Field '${name}' must be ${article}valid ${NOUN[field.kind]}${places}.`, kind, {
    field: name,
    places: field.places,
  })
}

/** Reports whether the database can store a text: no NUL character and no unpaired surrogate. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
])

/** Reads true, false, 1, 0, yes, no, on or off in any case; undefined for any other text. */
export const readBoolean = (text: string): boolean | undefined => BOOLEANS.get(text.trim().toLowerCase())

/** Returns the digits of a whole number without leading zeros; null if the text is none. */
export function readInteger(text: string): string | null {
  const match = /^([+-]?)(\d+)$/.exec(text.trim())
  return match ? `${match[1] === '-' ? '-' : ''}${(match[2] ?? '').replace(/^0+(?=\d)/, '')}` : null
}

/** Removes the zeros at the end of a text, in linear time. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Returns a plain decimal text, also from one with a decimal comma; null if the text is no number. */
export function readDecimal(text: string): string | null {
  const trimmed = text.trim()
  const plain = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(trimmed)
  if (plain && (plain[2] || plain[3])) {
    const whole = (plain[2] ?? '').replace(/^0+/, '') || '0'
    const fraction = withoutEndingZeros(plain[3] ?? '')
    return `${plain[1] === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
  }
  if (/^[+-]?\d+,\d+$/.test(trimmed)) return readDecimal(trimmed.replace(',', '.'))
  return null
}

const DATE_AND_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?)?\s*(Z|[+-](?:0\d|1[0-3]):?[0-5]\d|[+-]14:?00)?$/i

/** A date with or without a time and a zone, as written. */
export type WrittenTime = { readonly day: string; readonly time: string | null; readonly zone: string | null }

/** Reads 'YYYY-MM-DD' with an optional time and zone; null for any other text and for a day that does not exist. */
export function readTime(text: string): WrittenTime | null {
  const match = DATE_AND_TIME.exec(text.trim())
  if (!match) return null
  const [, date = '', hours, minutes, seconds, fraction, zone] = match
  const midnight = new Date(`${date}T00:00:00Z`)
  if (date.startsWith('0000') || Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date)
    return null
  if (hours === undefined) return zone === undefined ? { day: date, time: null, zone: null } : null
  const time = `${hours}:${minutes}:${seconds ?? '00'}${fraction ? `.${fraction.slice(0, 6)}` : ''}`
  const offset = zone === undefined ? null : zone.toUpperCase() === 'Z' ? '+00:00' : zone.replace(/^(.\d{2}):?/, '$1:')
  return { day: date, time, zone: offset }
}

/**
 * Reports whether a time is the first or last second of a day in UTC. Programs build such times by hand and mean the
 * day as written. Any other time with a zone means the day in Athens.
 */
export const isBoundOfUtcDay = ({ time, zone }: WrittenTime): boolean =>
  zone === '+00:00' && /^(00:00:00|23:59:59)(\.\d+)?$/.test(time ?? '')

/** Returns a value of a record as commands receive it; null stays null. Throws a 400 that names the field. */
export function readRecordValue(name: string, field: Field, given: unknown): unknown {
  if (given === null || given === undefined) return null
  // forms send an empty text if the field is empty
  if (given === '' && field.kind !== 'text') return null
  const read = recordValue(name, field, given)
  return read === undefined ? wrongKind(name, field) : read
}

function recordValue(name: string, field: Field, given: unknown): unknown {
  switch (field.kind) {
    case 'integer':
      return wholeNumber(given)
    case 'decimal':
      return scaledNumber(given, field.places, field.options.rounded ?? false)
    case 'text':
      return recordText(name, field, given)
    case 'boolean':
      return typeof given === 'boolean'
        ? given
        : typeof given === 'string' || typeof given === 'number'
          ? readBoolean(String(given))
          : undefined
    case 'json':
      return recordJson(name, field, given)
    default:
      return typeof given === 'string' ? recordTime(field.kind, given) : undefined
  }
}

function wholeNumber(given: unknown): number | undefined {
  if (typeof given !== 'number' && typeof given !== 'string') return undefined
  const value = typeof given === 'number' ? given : Number(readInteger(given) ?? Number.NaN)
  return Number.isSafeInteger(value) ? value : undefined
}

function scaledNumber(given: unknown, places: number, rounded: boolean): number | undefined {
  if (typeof given === 'string') {
    const plain = readDecimal(given)
    if (plain === null) return parseDecimal(given, places) ?? undefined
    return (rounded ? roundDecimal(plain, places) : scaleDecimal(plain, places)) ?? undefined
  }
  if (typeof given !== 'number' || !Number.isFinite(given)) return undefined
  if (rounded) return roundDecimal(decimalText(given), places) ?? undefined
  // a program that computes 0.1 + 0.2 means 0.3
  const scaled = given * 10 ** places
  const whole = Math.round(scaled)
  const means = Math.abs(scaled - whole) <= Math.max(1e-6, Math.abs(scaled) * 1e-12)
  return Number.isSafeInteger(whole) && means ? whole + 0 : undefined
}

/** Returns the decimal text of a number, without the rounding noise in its last binary digits. */
function decimalText(given: number): string {
  const text = String(Number(given.toPrecision(15)))
  return text.includes('e') ? given.toFixed(20) : text
}

/** Reads a whole number inside a JSON field, sent as number or text. Refuses any other kind of value. */
export const zWireInteger = (least: number, most: number) =>
  z
    .union([z.number(), z.string().max(60)])
    .transform((given) => wholeNumber(given))
    .pipe(z.int().min(least).max(most))

/** Reads the id of a record inside a JSON field. */
export const zWireId = zWireInteger(1, Number.MAX_SAFE_INTEGER)

/** Reads a decimal inside a JSON field, sent as number or text, and scales it by its places. */
export const zWireDecimal = (places: number, { rounded = false } = {}) =>
  z.union([z.number(), z.string().max(60)]).transform((given, context): number => {
    const scaled = scaledNumber(given, places, rounded)
    if (scaled === undefined) context.addIssue({ code: 'custom', message: 'number' })
    return scaled ?? 0
  })

function recordText(name: string, field: Field, given: unknown): string | undefined {
  const isPlain =
    typeof given === 'string' || typeof given === 'boolean' || (typeof given === 'number' && Number.isFinite(given))
  if (!isPlain) return undefined
  const written = String(given)
  if (!isStorable(written)) return undefined
  const most = field.options.max ?? 10_000
  if (written.length > most)
    throw badRecord(`Field '${name}' must have at most ${most} characters.`, 'too-long', { field: name, max: most })
  return aliased(field, written)
}

/** Returns the stored spelling of a value. */
export function aliased(field: Field, written: string): string {
  const { aliases } = field.options
  return aliases && Object.hasOwn(aliases, written) ? (aliases[written] ?? written) : written
}

function recordTime(kind: 'day' | 'moment' | 'wallClock', given: string): string | undefined {
  const written = readTime(given)
  if (!written || !isDay(written.day)) return undefined
  if (kind === 'day') return recordDay(written)
  const time = (written.time ?? '00:00:00').slice(0, 8)
  if (kind === 'moment') return momentOf(written)
  const clock = written.zone === null ? `${written.day} ${time}` : wallClockOf(`${written.day}T${time}${written.zone}`)
  return isWallClock(clock) ? clock : undefined
}

/** Returns the day of a written time. With a zone it is the day in Athens. */
function recordDay(written: WrittenTime): string | undefined {
  if (written.zone === null || isBoundOfUtcDay(written)) return written.day
  const inAthens = wallClockOf(momentOf(written)).slice(0, 10)
  return isDay(inAthens) ? inAthens : undefined
}

/** Returns the moment of a written time. Without a zone the time is local time in Athens. */
function momentOf(written: WrittenTime): string {
  const clock = `${written.day}T${written.time ?? '00:00:00'}`
  if (written.zone !== null) return new Date(`${clock}${written.zone}`).toISOString()
  // finds the offset of Athens at that time: assumes UTC, compares with the local time there, and corrects twice
  const guess = Date.parse(`${clock}Z`)
  let moment = guess
  for (let pass = 0; pass < 2; pass++)
    moment =
      guess -
      (Date.parse(`${wallClockOf(new Date(moment).toISOString()).replace(' ', 'T')}Z`) -
        Math.floor(moment / 1000) * 1000)
  return new Date(moment).toISOString()
}

const MOST_JSON_DEPTH = 50

function recordJson(name: string, field: Field, given: unknown): unknown {
  const { shape, allowsText } = field.options
  const parsed = typeof given === 'string' ? (parseJson(given) ?? (allowsText ? given : undefined)) : given
  if (parsed === undefined || !isStorableJson(parsed)) return undefined
  if (!shape) return parsed
  const result = shape.safeParse(parsed)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue ? issue.path.map(String).join('.').slice(0, 100) : ''
  throw badRecord(
    `Field '${name}' does not have the required form${path === '' ? '' : ` at '${path}'`}: ${issue?.message ?? 'invalid'}.`,
    'shape',
    { field: [name, ...(path === '' ? [] : [path])].join('.') },
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the caller sent a text that is no JSON; the refusal names the field
  }
}

/** Reports whether the database can store a JSON value. It avoids recursion, because callers choose the depth. */
function isStorableJson(root: unknown): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const { value, depth } = item
    if (typeof value === 'string' && !isStorable(value)) return false
    if (typeof value === 'number' && !Number.isFinite(value)) return false
    if (typeof value !== 'object' || value === null) continue
    if (depth >= MOST_JSON_DEPTH) return false
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return false
      waiting.push({ value: inner, depth: depth + 1 })
    }
  }
  return true
}
