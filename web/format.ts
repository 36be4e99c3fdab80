/** Amounts, quantities, days and moments as people read them, in the language of the page. */
import { MOST_COUNTED } from '#kernel/contract.ts'
import { showDay, wallClockOf } from '#kernel/day.ts'
import { PLACES, scaleDecimal, toNumber } from '#kernel/money.ts'

const language = (): string => document.documentElement.lang || 'en'

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language()}|${name}`
  let format = formats.get(key)
  if (!format) {
    // 'always': Italian, Spanish and others would otherwise leave 1234 without a group sign beside 12.345.
    format = new Intl.NumberFormat(language(), { useGrouping: 'always', ...options })
    formats.set(key, format)
  }
  return format
}

/** Cents as euro with two decimals: `1.234,50 €` in Greek, `€1,234.50` in English. */
export const showMoney = (cents: number): string =>
  numberFormat('money', { style: 'currency', currency: 'EUR' }).format(toNumber(cents, PLACES.cents))

/** Plain euro, as history keeps money. */
export const showEuro = (euro: number): string => showMoney(scaleDecimal(euro.toFixed(PLACES.cents), PLACES.cents) ?? 0)

/** A unit price (four places) as euro with two to four decimals. */
export const showPrice = (price: number): string =>
  numberFormat('price', {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(toNumber(price, PLACES.unitPrice))

/** A quantity with as many decimals as it has. */
export const showQuantity = (quantity: number): string =>
  numberFormat('quantity', { maximumFractionDigits: 4 }).format(toNumber(quantity, PLACES.quantity))

/** A rate in percent with as many decimals as it has. */
export const showRate = (rate: number): string =>
  `${numberFormat('rate', { maximumFractionDigits: 2 }).format(toNumber(rate, PLACES.rate))} %`

/** A whole number: counts. */
export const showCount = (count: number): string => numberFormat('count', { maximumFractionDigits: 0 }).format(count)

/** A count of rows as lists count them: `412`, or `1,000+` when there are more than they count. */
export const showRows = (count: number): string =>
  count > MOST_COUNTED ? `${showCount(MOST_COUNTED)}+` : showCount(count)

/** A moment on the clock of Athens: DD/MM/YYYY HH:mm. */
export function showMoment(moment: string): string {
  const clock = wallClockOf(moment)
  return `${showDay(clock)} ${clock.slice(11, 16)}`
}

/** A stored wall clock ('YYYY-MM-DD HH:mm:ss'), as delivery times are kept: DD/MM/YYYY HH:mm. */
export const showWallClock = (clock: string): string => `${showDay(clock)} ${clock.slice(11, 16)}`

const signs = new Map<string, string>()

/** The sign between whole and fraction in the language of the page. */
export function decimalSign(): string {
  const known = signs.get(language())
  if (known !== undefined) return known
  const parts = numberFormat('quantity', { maximumFractionDigits: 4 }).formatToParts(1.5)
  const sign = parts.find((part) => part.type === 'decimal')?.value ?? '.'
  signs.set(language(), sign)
  return sign
}
