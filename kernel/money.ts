/**
 * Money, quantities and rates as whole numbers, so that no amount is ever a binary fraction.
 * Every rounding of the product happens in this file: half away from zero.
 */
import { z } from 'zod'
import { refuse } from './refusal.ts'

declare const unit: unique symbol

/** Hundredths of a euro: what is owed or paid. */
export type Cents = number & { readonly [unit]: 'Cents' }
/** Ten-thousandths of a euro: price or cost of one unit of a product. */
export type UnitPrice = number & { readonly [unit]: 'UnitPrice' }
/** Ten-thousandths of a product's unit: pieces, kilograms, metres. */
export type Quantity = number & { readonly [unit]: 'Quantity' }
/** Hundredths of a percent: VAT, margin, discount, commission. */
export type Rate = number & { readonly [unit]: 'Rate' }

/** Decimal places carried by each type. */
export const PLACES = { cents: 2, unitPrice: 4, quantity: 4, rate: 2 } as const

/** The largest magnitudes the product accepts, far above any real document and safely inside 2^53. */
export const LIMITS = {
  cents: 1_000_000_000_00, // a billion euro
  unitPrice: 10_000_000_0000, // ten million euro a unit
  quantity: 10_000_000_0000, // ten million units
  rate: 1000_00, // 1000 %
} as const

export const cents = (value: number): Cents => whole(value) as Cents
export const unitPrice = (value: number): UnitPrice => whole(value) as UnitPrice
export const quantity = (value: number): Quantity => whole(value) as Quantity
export const rate = (value: number): Rate => whole(value) as Rate

export const ZERO_CENTS = 0 as Cents
export const ZERO_QUANTITY = 0 as Quantity

function whole(value: number): number {
  // each factor was within its limit, the product is beyond all reason: a person's doing, not a bug
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    refuse('invalid', 'input', { fields: {}, first: 'amount' })
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`)
  return value === 0 ? 0 : value
}

/** value / divisor, rounded half away from zero. */
function divideRounded(value: bigint, divisor: bigint): number {
  const half = divisor / 2n
  const rounded = value >= 0n ? (value + half) / divisor : -((-value + half) / divisor)
  return whole(Number(rounded))
}

/** Quantity times unit price, in cents: the total of a line before VAT. */
export function lineTotal(count: Quantity, price: UnitPrice): Cents {
  return divideRounded(BigInt(count) * BigInt(price), 1_000_000n) as Cents
}

/** A percentage of an amount: the VAT of a line, a commission. */
export function percentOf(amount: Cents, percent: Rate): Cents {
  return divideRounded(BigInt(amount) * BigInt(percent), 10_000n) as Cents
}

/** A unit price raised (or, with a negative rate, lowered) by a percentage: margin, discount. */
export function priceWithPercent(price: UnitPrice, percent: Rate): UnitPrice {
  return divideRounded(BigInt(price) * (10_000n + BigInt(percent)), 10_000n) as UnitPrice
}

/** Quantity times unit cost, as a unit price: what the materials of one piece cost. */
export function costOf(count: Quantity, price: UnitPrice): UnitPrice {
  return divideRounded(BigInt(count) * BigInt(price), 10_000n) as UnitPrice
}

/** Quantity times quantity: pieces times what one piece needs. */
export function multiplyQuantity(count: Quantity, perUnit: Quantity): Quantity {
  return divideRounded(BigInt(count) * BigInt(perUnit), 10_000n) as Quantity
}

/** The share of a quantity that goes with `part` of `all`, rounded down: of whole pieces, to whole pieces. */
export function shareOfQuantity(count: Quantity, part: Quantity, all: Quantity): Quantity {
  const step = count % 10_000 === 0 ? 10_000n : 1n
  return whole(Number(((BigInt(count) * BigInt(part)) / BigInt(all) / step) * step)) as Quantity
}

/** What each of so many amounts came to when they make a total; null of none. */
export function averageCents(total: Cents, count: number): Cents | null {
  return count <= 0 ? null : (divideRounded(BigInt(total), BigInt(count)) as Cents)
}

/** How far a price lies below a list price, in percent; negative above it, null when there is no list price. */
export function discountFrom(listPrice: UnitPrice, price: UnitPrice): Rate | null {
  return listPrice <= 0 ? null : (divideRounded(BigInt(listPrice - price) * 10_000n, BigInt(listPrice)) as Rate)
}

/** What one unit went for when so many of them came to a total; null of nothing. */
export function averagePrice(total: Cents, count: Quantity): UnitPrice | null {
  return count <= 0 ? null : (divideRounded(BigInt(total) * 1_000_000n, BigInt(count)) as UnitPrice)
}

/** What percentage one amount is of another; null of nothing. */
export function shareOf(part: Cents, total: Cents): Rate | null {
  return total === 0 ? null : (divideRounded(BigInt(part) * 10_000n, BigInt(Math.abs(total))) as Rate)
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0
  for (const amount of amounts) total += amount
  return cents(total)
}

export function sumQuantities(counts: Iterable<Quantity>): Quantity {
  let total = 0
  for (const count of counts) total += count
  return quantity(total)
}

export function sumUnitPrices(prices: Iterable<UnitPrice>): UnitPrice {
  let total = 0
  for (const price of prices) total += price
  return unitPrice(total)
}

export const addCents = (a: Cents, b: Cents): Cents => cents(a + b)
export const subtractCents = (a: Cents, b: Cents): Cents => cents(a - b)
export const smallerCents = (a: Cents, b: Cents): Cents => (a < b ? a : b)
export const addQuantity = (a: Quantity, b: Quantity): Quantity => quantity(a + b)
export const subtractQuantity = (a: Quantity, b: Quantity): Quantity => quantity(a - b)
export const subtractUnitPrice = (a: UnitPrice, b: UnitPrice): UnitPrice => unitPrice(a - b)
export const negateQuantity = (a: Quantity): Quantity => quantity(-a)

/**
 * Reads a number as people write it: `1234.5`, `1234,5`, `1.234,50`, `1,234.50`, blanks ignored.
 * A single comma or point is the decimal sign; with both, the last one is.
 * Answers the value scaled by 10^places, or null when it is no number or has more places than allowed.
 */
export function parseDecimal(text: string, places: number): number | null {
  const compact = text.replace(/[\s€%]/g, '')
  if (!/^[+-]?[\d.,]+$/.test(compact) || !/\d/.test(compact)) return null
  const lastComma = compact.lastIndexOf(',')
  const lastPoint = compact.lastIndexOf('.')
  const decimalAt = Math.max(lastComma, lastPoint)
  const sign = decimalAt < 0 ? '' : compact.charAt(decimalAt)
  const grouping = sign === ',' ? '.' : ','
  let digits = compact
  if (sign !== '') {
    const occurrences = compact.split(sign).length - 1
    if (occurrences > 1) {
      // 1.234.567 can only be grouping
      if (compact.includes(grouping) || !/^[+-]?\d{1,3}([.,]\d{3})+$/.test(compact)) return null
      digits = compact.replaceAll(sign, '')
    } else {
      const before = compact.slice(0, decimalAt)
      if (before.includes(grouping) && !/^[+-]?\d{1,3}([.,]\d{3})+$/.test(before)) return null
      digits = `${before.replaceAll(grouping, '')}.${compact.slice(decimalAt + 1)}`
    }
  }
  return scaleDecimal(digits, places)
}

/** A plain decimal (`-12.5`) scaled by 10^places; null when it has more significant places or is too large. */
export function scaleDecimal(digits: string, places: number): number | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(digits)
  if (!match || (!match[2] && !match[3])) return null
  const fraction = (match[3] ?? '').replace(/0+$/, '')
  if (fraction.length > places) return null
  const scaled = Number(`${match[2] || '0'}${fraction.padEnd(places, '0')}`)
  if (!Number.isSafeInteger(scaled)) return null
  return match[1] === '-' && scaled !== 0 ? -scaled : scaled
}

/** A plain decimal (`12.34567`) scaled by 10^places, rounded half away from zero; null when it is none or too large. */
export function roundDecimal(digits: string, places: number): number | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(digits)
  if (!match || (!match[2] && !match[3])) return null
  const fraction = match[3] ?? ''
  const kept = BigInt(`${match[2] || '0'}${fraction.slice(0, places).padEnd(places, '0')}`)
  const scaled = Number(kept + ((fraction[places] ?? '0') >= '5' ? 1n : 0n))
  if (!Number.isSafeInteger(scaled)) return null
  return match[1] === '-' && scaled !== 0 ? -scaled : scaled
}

/** The plain decimal text of a scaled value, always with a point: `toDecimal(1250, 2)` is `12.50`. */
export function toDecimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return value < 0 ? `-${text}` : text
}

/** The decimal number of a scaled value, exact to its last place, for JSON. */
export const toNumber = (value: number, places: number): number => Number(toDecimal(value, places))

const scaled = (limit: number) => z.int().min(-limit).max(limit)

/** What the contracts accept: whole scaled numbers within the limits of the product. */
export const zCents = scaled(LIMITS.cents) as unknown as z.ZodType<Cents, number>
export const zUnitPrice = scaled(LIMITS.unitPrice) as unknown as z.ZodType<UnitPrice, number>
export const zQuantity = scaled(LIMITS.quantity) as unknown as z.ZodType<Quantity, number>
export const zRate = scaled(LIMITS.rate) as unknown as z.ZodType<Rate, number>
export const zPositiveQuantity = z.int().min(1).max(LIMITS.quantity) as unknown as z.ZodType<Quantity, number>
export const zPrice = z.int().min(0).max(LIMITS.unitPrice) as unknown as z.ZodType<UnitPrice, number>
export const zVatRate = z.int().min(0).max(100_00) as unknown as z.ZodType<Rate, number>
