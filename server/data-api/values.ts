/** Values as people and programs write them, read by the kind of their field: for filters and for records. */
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

/** Stops with the sentence of the old server for a value of the wrong kind. */
export function wrongKind(name: string, field: Field): never {
  const kind = field.kind === 'wallClock' ? 'wall-clock' : field.kind
  const article = field.kind === 'text' || field.kind === 'json' ? '' : 'a '
  const places = field.kind === 'decimal' ? ` with at most ${field.places} decimal places` : ''
  throw badRecord(`Field '${name}' must be ${article}valid ${NOUN[field.kind]}${places}.`, kind, {
    field: name,
    places: field.places,
  })
}

/** Text the database can hold: no NUL, no half characters. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

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

/** true, false, 1, 0, yes, no, on, off in any case. */
export const readBoolean = (text: string): boolean | undefined => BOOLEANS.get(text.trim().toLowerCase())

/** Digits of a whole number, or null. */
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

/** A plain decimal text, from a plain one or from one with a Greek comma; null when it is no number. */
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

/** A date with or without time and zone, as written. */
export type WrittenTime = { readonly day: string; readonly time: string | null; readonly zone: string | null }

/** Reads 'YYYY-MM-DD', with time and zone when they stand there; null for anything else or a day that does not exist. */
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
 * Reports whether a time is the first or last second of a day in UTC. Programs put such times together by hand and mean
 * the day as written; every other time with a zone is the day in Athens.
 */
export const isBoundOfUtcDay = ({ time, zone }: WrittenTime): boolean =>
  zone === '+00:00' && /^(00:00:00|23:59:59)(\.\d+)?$/.test(time ?? '')

/** A value of a record as the product holds it; null stays null. Stops with a 400 that names the field. */
export function readRecordValue(name: string, field: Field, given: unknown): unknown {
  if (given === null || given === undefined) return null
  // forms send an empty text where they mean nothing
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
  // 0.1 + 0.2 of a program's own arithmetic is meant as 0.3
  const scaled = given * 10 ** places
  const whole = Math.round(scaled)
  const means = Math.abs(scaled - whole) <= Math.max(1e-6, Math.abs(scaled) * 1e-12)
  return Number.isSafeInteger(whole) && means ? whole + 0 : undefined
}

/** The plain decimal text of a number, without the noise of binary arithmetic in its last digits. */
function decimalText(given: number): string {
  const text = String(Number(given.toPrecision(15)))
  return text.includes('e') ? given.toFixed(20) : text
}

/** A decimal inside a JSON field as programs send it, number or text, scaled by its places. */
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

/** The spelling a value is stored in. */
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

/** The day a written time names: the day in Athens when it has a zone. */
function recordDay(written: WrittenTime): string | undefined {
  if (written.zone === null || isBoundOfUtcDay(written)) return written.day
  const inAthens = wallClockOf(momentOf(written)).slice(0, 10)
  return isDay(inAthens) ? inAthens : undefined
}

/** The moment a written time names; without a zone it is on the clock of Athens. */
function momentOf(written: WrittenTime): string {
  const clock = `${written.day}T${written.time ?? '00:00:00'}`
  if (written.zone !== null) return new Date(`${clock}${written.zone}`).toISOString()
  // the offset of Athens at that time: guess, look what the clock shows there, correct
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
  const { shape, words } = field.options
  const parsed = typeof given === 'string' ? (parseJson(given) ?? (words ? given : undefined)) : given
  if (parsed === undefined || !isStorableJson(parsed)) return undefined
  if (!shape) return parsed
  const result = shape.safeParse(parsed)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue ? issue.path.map(String).join('.').slice(0, 100) : ''
  throw badRecord(
    `Field '${name}' is not what it must be${path === '' ? '' : ` at '${path}'`}: ${issue?.message ?? 'invalid'}.`,
    'shape',
    { field: [name, ...(path === '' ? [] : [path])].join('.') },
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a text of the caller that is no JSON: refused by the field's sentence
  }
}

/** Walks without recursion, because the depth is the caller's choice. */
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
