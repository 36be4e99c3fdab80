/** Formats amounts, quantities, days and moments in the page language. */
import { MOST_COUNTED } from '#kernel/contract.ts'
import { dayMonthText, dayText, wallClockOf, wallClockText } from '#kernel/day.ts'
import {
  type DecimalSign,
  PLACES,
  plainDecimal,
  priceDecimals,
  scaleDecimal,
  toDecimal,
  toNumber,
} from '#kernel/money.ts'

/** What stands where there is no value. */
export const NOTHING = '–'

/** Returns the tag of the page language. */
export const language = (): string => document.documentElement.lang || 'en'

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language()}|${name}`
  let format = formats.get(key)
  if (!format) {
    // 'always', because Italian and Spanish would otherwise show 1234 without a group separator beside 12.345.
    format = new Intl.NumberFormat(language(), { useGrouping: 'always', ...options })
    formats.set(key, format)
  }
  return format
}

/** Formats cents as euros with two decimals: `1.234,50 €` in Greek, `€1,234.50` in English. */
export const showMoney = (cents: number): string =>
  numberFormat('money', { style: 'currency', currency: 'EUR' }).format(toNumber(cents, PLACES.cents))

/** Formats plain euros, as the history stores them. */
export const showEuro = (euro: number): string => showMoney(scaleDecimal(euro.toFixed(PLACES.cents), PLACES.cents) ?? 0)

/** Formats a unit price (ten-thousandths) in euros with two to four decimals. */
export const showPrice = (price: number): string =>
  numberFormat('price', {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(toNumber(price, PLACES.unitPrice))

/**
 * Returns the text of a unit price in two parts, and the digits that it lacks to `decimals` decimals. They belong
 * between the parts, invisible, so that the prices of a column have their decimal separators below each other.
 */
export function priceParts(price: number, decimals: number): { head: string; lacking: number; tail: string } {
  const text = showPrice(price)
  const end = text.search(/\D*$/)
  return { head: text.slice(0, end), lacking: Math.max(0, decimals - priceDecimals([price])), tail: text.slice(end) }
}

/** Formats a quantity with its own number of decimals. */
export const showQuantity = (quantity: number): string =>
  numberFormat('quantity', { maximumFractionDigits: 4 }).format(toNumber(quantity, PLACES.quantity))

/**
 * Writes a scaled figure for a field in which it is edited: with the decimal sign of the page language and without group
 * separators, so that it reads back as the same figure. It has at least `shown` decimals.
 */
export function writeDecimal(value: number, places: number, shown = 0): string {
  const full = toDecimal(value, places)
  if (places === 0) return full
  const point = full.length - places
  const fraction = full.slice(point).replace(/0+$/, '').padEnd(shown, '0')
  return fraction === '' ? full.slice(0, point - 1) : `${full.slice(0, point - 1)}${decimalSign()}${fraction}`
}

/** Formats a rate in percent with its own number of decimals. */
export const showRate = (rate: number): string =>
  `${numberFormat('rate', { maximumFractionDigits: 2 }).format(toNumber(rate, PLACES.rate))} %`

/** Formats a rate in percent with two decimals, so that the figures of a column stand below each other. */
export const showColumnRate = (rate: number): string =>
  `${numberFormat('column-rate', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(toNumber(rate, PLACES.rate))} %`

/** Formats a whole number. */
export const showCount = (count: number): string => numberFormat('count', { maximumFractionDigits: 0 }).format(count)

/** Formats a day in the form of the page language (C-96): DD/MM/YYYY in Greek and English. */
export const showDay = (day: string): string => dayText(day, language())

/** Formats a day without its year: DD/MM in Greek and English. */
export const showDayMonth = (day: string): string => dayMonthText(day, language())

/** Formats a local time, such as that of a delivery, with its time if it has one. */
export const showWallClock = (clock: string): string => wallClockText(clock, language())

const midnightOf = (day: string): Date => new Date(`${day.slice(0, 10)}T00:00:00Z`)

/** Formats a day with its weekday, without the year: `Tuesday 24/11`, or `Tue 24/11` if it is `short`. */
export function showWeekday(day: string, weekday: 'long' | 'short' = 'long'): string {
  const name = new Intl.DateTimeFormat(language(), { weekday, timeZone: 'UTC' }).format(midnightOf(day))
  return `${name} ${showDayMonth(day)}`
}

/** Formats the month of a day: `November 2026`. */
export const showMonth = (day: string): string =>
  new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(midnightOf(day))

/** Formats a number of rows: `412`, or `1,000+` if the list stopped counting. */
export const showRows = (count: number): string =>
  count > MOST_COUNTED ? `${showCount(MOST_COUNTED)}+` : showCount(count)

/** Formats a moment in Athens time, with the day in the form of the page language: DD/MM/YYYY HH:mm in Greek and English. */
export function showMoment(moment: string): string {
  const clock = wallClockOf(moment)
  return `${showDay(clock)} ${clock.slice(11, 16)}`
}

/** Returns a number of a file in the words of the page, read with a decimal sign and without grouping. */
export function showReading(text: string, sign: DecimalSign): string {
  const [whole = '', decimals = ''] = (plainDecimal(text, sign) ?? text).split('.')
  const needed = decimals.replace(/0+$/, '')
  return needed === '' ? whole : `${whole}${decimalSign()}${needed}`
}

const signs = new Map<string, DecimalSign>()

/** Returns the decimal separator of the page language. */
export function decimalSign(): DecimalSign {
  const known = signs.get(language())
  if (known !== undefined) return known
  const parts = numberFormat('quantity', { maximumFractionDigits: 4 }).formatToParts(1.5)
  const sign = parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.'
  signs.set(language(), sign)
  return sign
}

/** Returns both decimal signs, that of the page language first. */
export const decimalSigns = (): readonly DecimalSign[] => (decimalSign() === ',' ? [',', '.'] : ['.', ','])

/** Returns names as one text: "Maria, Anna and Kostas". */
export const showNames = (names: readonly string[]): string => new Intl.ListFormat(language()).format(names)
