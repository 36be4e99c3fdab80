/**
 * Represents money, quantities and rates as scaled whole numbers, so that no amount is a binary fraction. This file
 * does all rounding of the product: half away from zero.
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

/** The number of decimal places of each type. */
export const PLACES = { cents: 2, unitPrice: 4, quantity: 4, rate: 2 } as const

/** The largest values that the product accepts. They are far above any real document and below 2^53. */
export const LIMITS = {
  cents: 1_000_000_000_00, // a billion euro
  unitPrice: 10_000_000_0000, // ten million euro a unit
  quantity: 10_000_000_0000, // ten million units
  rate: 1000_00, // 1000 %
} as const

export const cents = (value: number): Cents => whole(value) as Cents
export const unitPrice = (value: number): UnitPrice => whole(value) as UnitPrice
export const quantity = (value: number): Quantity => whole(value) as Quantity
/** Reports whether a quantity has no fraction. */
export const isWholeQuantity = (count: Quantity): boolean => count % 10_000 === 0
export const rate = (value: number): Rate => whole(value) as Rate

export const ZERO_CENTS = 0 as Cents
export const ZERO_QUANTITY = 0 as Quantity
export const ONE_UNIT = 1_0000 as Quantity // a piece, a kilogram, a metre

function whole(value: number): number {
  // Each factor was within its limit, only their product is too large. The input caused it, so it is a refusal and
  // not a bug.
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    refuse('invalid', 'input', { fields: {}, first: 'amount' })
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`)
  return value === 0 ? 0 : value
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER)

/** Returns value / divisor, rounded half away from zero. The divisor is above zero. */
export function quotient(value: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return value >= 0n ? (value + half) / divisor : -((-value + half) / divisor)
}

export function divideRounded(value: bigint, divisor: bigint): number {
  const rounded = quotient(value, divisor)
  // each factor was within its limit, and only their product is too large: the input caused it
  if (rounded > MOST || rounded < -MOST) refuse('invalid', 'input', { fields: {}, first: 'amount' })
  return whole(Number(rounded))
}

/** An exact decimal: `digits` / 10^`places`. It holds results of several multiplications until they are rounded once. */
export type Exact = { readonly digits: bigint; readonly places: number }

export const ZERO_EXACT: Exact = { digits: 0n, places: 0 }
const ONE_QUANTITY = 10 ** PLACES.quantity

/** Returns a quantity as an exact number. Whole pieces have no decimals, so that the digits stay short through many levels of a recipe. */
export const exactQuantity = (count: Quantity): Exact =>
  count % ONE_QUANTITY === 0
    ? { digits: BigInt(count / ONE_QUANTITY), places: 0 }
    : { digits: BigInt(count), places: PLACES.quantity }

/** Returns 10^`exponent`, which may be negative. */
const powerOfTen = (exponent: number): Exact =>
  exponent < 0 ? { digits: 1n, places: -exponent } : { digits: 10n ** BigInt(exponent), places: 0 }

export const multiplyExact = (a: Exact, b: Exact): Exact => ({
  digits: a.digits * b.digits,
  places: a.places + b.places,
})

/** Returns `value` times 10^`exponent`, which may be negative. */
export const shiftExact = (value: Exact, exponent: number): Exact =>
  exponent === 0 ? value : multiplyExact(value, powerOfTen(exponent))

export function addExact(a: Exact, b: Exact): Exact {
  if (a.places === b.places) return { digits: a.digits + b.digits, places: a.places }
  const [fine, coarse] = a.places > b.places ? [a, b] : [b, a]
  return { digits: fine.digits + coarse.digits * 10n ** BigInt(fine.places - coarse.places), places: fine.places }
}

/** Returns `value` scaled by 10^`places`, rounded half away from zero. */
const roundExact = (value: Exact, places: number): number =>
  value.places > places
    ? divideRounded(value.digits, 10n ** BigInt(value.places - places))
    : divideRounded(value.digits * 10n ** BigInt(places - value.places), 1n)

/** Returns an exact quantity, rounded half away from zero to four decimals. */
export const roundQuantity = (value: Exact): Quantity => roundExact(value, PLACES.quantity) as Quantity

/**
 * The largest quantity that a figure shows: a thousand times what any record may have. A figure beyond it stays at it, because one
 * absurd record must not make a list of many refuse.
 */
export const MOST_SHOWN = (LIMITS.quantity * 1_000) as Quantity

const shownAtMost = (digits: bigint): Quantity =>
  (digits > BigInt(MOST_SHOWN) ? MOST_SHOWN : Number(digits)) as Quantity

/** Returns the same as `roundQuantity` for a figure that is not below zero, at most `MOST_SHOWN`. */
export const roundShown = ({ digits, places }: Exact): Quantity =>
  shownAtMost(quotient(digits * 10n ** BigInt(PLACES.quantity), 10n ** BigInt(places)))

/** Returns the sum of two figures that are not below zero, at most `MOST_SHOWN`. */
export const addShown = (a: Quantity, b: Quantity): Quantity => shownAtMost(BigInt(a) + BigInt(b))

/** Returns `part` / `all` of a figure as `proportionOf` does, at most `MOST_SHOWN`. None of them is below zero. */
export const proportionShown = (count: Quantity, part: Quantity, all: Quantity): Quantity =>
  shownAtMost(quotient(BigInt(count) * BigInt(part), BigInt(all)))

/** Returns what exact quantities cost together, each at its price with `places` decimals, plus `percent`; rounded once to these decimals. */
export function costWithPlaces(
  parts: Iterable<{ readonly count: Exact; readonly price: number }>,
  percent: Rate,
  places: number,
): bigint {
  let total = ZERO_EXACT
  for (const { count, price } of parts) total = addExact(total, multiplyExact(count, { digits: BigInt(price), places }))
  const factor: Exact = { digits: 10_000n + BigInt(percent), places: PLACES.rate + 2 }
  const cost = multiplyExact(total, factor)
  return quotient(cost.digits, 10n ** BigInt(cost.places - places))
}

/**
 * Returns what several exact quantities cost at their prices plus `percent`, rounded once. A cost that no number holds becomes the
 * largest one. It is far above the limit of prices, so whatever stores costs can refuse it by the name of the product.
 */
export function costOfAll(
  parts: Iterable<{ readonly count: Exact; readonly price: UnitPrice }>,
  percent: Rate,
): UnitPrice {
  const cost = costWithPlaces(parts, percent, PLACES.unitPrice)
  return whole(Number(cost > MOST ? MOST : cost)) as UnitPrice
}

/** Returns quantity times unit price in cents: the total of an order line before VAT. */
export function lineTotal(count: Quantity, price: UnitPrice): Cents {
  return divideRounded(BigInt(count) * BigInt(price), 1_000_000n) as Cents
}

/** Returns quantity times unit price less a discount in cents, rounded once: the net amount of a line of an inbound invoice. */
export const discountedTotal = (count: Quantity, price: UnitPrice, discount: Rate): Cents =>
  divideRounded(BigInt(count) * BigInt(price) * (10_000n - BigInt(discount)), 10_000_000_000n) as Cents

/** Returns `percent` of `amount`: the VAT of an order line, or a commission. */
export function percentOf(amount: Cents, percent: Rate): Cents {
  return divideRounded(BigInt(amount) * BigInt(percent), 10_000n) as Cents
}

/** Returns value / divisor as a multiple of `step`, rounded half away from zero. */
const divideToStep = (value: bigint, divisor: bigint, step: number): UnitPrice =>
  unitPrice(divideRounded(value, divisor * BigInt(step)) * step)

/** Returns a unit price raised by a percentage (margin), as a multiple of `step`. A negative `percent` lowers it (discount). */
export function priceWithPercent(price: UnitPrice, percent: Rate, step = 1): UnitPrice {
  return divideToStep(BigInt(price) * (10_000n + BigInt(percent)), 10_000n, step)
}

/** Returns a unit price less a discount of 0 to 100 %. */
export const priceLessDiscount = (price: UnitPrice, discount: Rate): UnitPrice =>
  divideToStep(BigInt(price) * (10_000n - BigInt(discount)), 10_000n, 1)

/** Returns the price of which `margin`, below 100 %, remains after the cost, as a multiple of `step`. */
export function priceAtMargin(cost: UnitPrice, margin: Rate, step: number): UnitPrice {
  return divideToStep(BigInt(cost) * 10_000n, 10_000n - BigInt(margin), step)
}

/**
 * Returns the share of `count` that belongs to `part` of `all`, rounded down. If `count` is a whole number, so is the
 * share.
 */
export function shareOfQuantity(count: Quantity, part: Quantity, all: Quantity): Quantity {
  const step = count % 10_000 === 0 ? 10_000n : 1n
  return whole(Number(((BigInt(count) * BigInt(part)) / BigInt(all) / step) * step)) as Quantity
}

/** Returns `part` / `all` of `count`, rounded half away from zero to four decimals. The whole of it is exactly `count`. */
export const proportionOf = (count: Quantity, part: Quantity, all: Quantity): Quantity =>
  divideRounded(BigInt(count) * BigInt(part), BigInt(all)) as Quantity

/** Returns `part` / `all` of `amount`, rounded half away from zero. Throws if `all` is 0. */
export const proportionOfCents = (amount: Cents, part: Cents, all: Cents): Cents =>
  divideRounded(BigInt(amount) * BigInt(part), BigInt(all)) as Cents

/** Returns the mean of `count` amounts that add up to `total`; null if `count` is 0. */
export function averageCents(total: Cents, count: number): Cents | null {
  return count <= 0 ? null : (divideRounded(BigInt(total), BigInt(count)) as Cents)
}

/** Returns by what percentage `price` is below `listPrice`. Negative if it is above; null if there is no list price. */
export function discountFrom(listPrice: UnitPrice, price: UnitPrice): Rate | null {
  return listPrice <= 0 ? null : (divideRounded(BigInt(listPrice - price) * 10_000n, BigInt(listPrice)) as Rate)
}

/** Returns the mean price of one unit when `count` units cost `total`; null if `count` is 0. */
export function averagePrice(total: Cents, count: Quantity): UnitPrice | null {
  return count <= 0 ? null : (divideRounded(BigInt(total) * 1_000_000n, BigInt(count)) as UnitPrice)
}

/**
 * Divides `total` among `count` units at two neighbouring prices, because a single price with four decimals often misses the total of many
 * units by some cents. Whole counts are divided into whole counts. Returns one part if one price gives the total, or if no two do.
 */
export function splitPrice(total: Cents, count: Quantity): { readonly count: Quantity; readonly price: UnitPrice }[] {
  const average = averagePrice(total, count) ?? (0 as UnitPrice)
  const one = [{ count, price: average }]
  if (count <= 0 || total < 0 || lineTotal(count, average) === total) return one
  const price = (BigInt(total) * 1_000_000n) / BigInt(count)
  const dearer = Number(BigInt(total) * 1_000_000n - price * BigInt(count))
  const step = count % 10_000 === 0 ? 10_000 : 1
  for (let turn = 0; turn <= MOST_TURNS; turn++) {
    const shift = (turn % 2 === 0 ? turn : -turn - 1) / 2
    const second = (Math.round(dearer / step) + shift) * step
    if (second <= 0 || second >= count) continue
    const parts = [
      { count: (count - second) as Quantity, price: unitPrice(Number(price)) },
      { count: second as Quantity, price: unitPrice(Number(price) + 1) },
    ]
    if (sumCents(parts.map((part) => lineTotal(part.count, part.price))) === total) return parts
  }
  return one
}
/** So many neighbouring divisions are tried. */
const MOST_TURNS = 200

/** Returns `part` as a percentage of `total`; null if `total` is 0. */
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

/**
 * Returns the number of decimals that the longest of several unit prices has, from two to four: what a column needs to
 * have its decimal separators below each other.
 */
export function priceDecimals(prices: Iterable<number | null | undefined>): number {
  let decimals = 2
  for (const price of prices) {
    if (price === null || price === undefined || price % 100 === 0) continue
    decimals = Math.max(decimals, price % 10 === 0 ? 3 : 4)
  }
  return decimals
}

export const addCents = (a: Cents, b: Cents): Cents => cents(a + b)
export const subtractCents = (a: Cents, b: Cents): Cents => cents(a - b)
/** Returns an amount taken `times` times, such as the value of several coins. `times` is a whole number. */
export const centsTimes = (amount: Cents, times: number): Cents => cents(amount * times)
export const smallerCents = (a: Cents, b: Cents): Cents => (a < b ? a : b)
export const largerCents = (a: Cents, b: Cents): Cents => (a > b ? a : b)
export const smallerQuantity = (a: Quantity, b: Quantity): Quantity => (a < b ? a : b)

/** Returns the whole pieces of a quantity that is not negative. */
export const wholePieces = (count: Quantity): Quantity => (count - (count % 10_000)) as Quantity
/** Returns the smallest multiple of `step` that is at least `count`; `count` itself if `step` is 0. Neither is negative. */
export const roundUpToMultiple = (count: Quantity, step: Quantity): Quantity =>
  quantity(step === 0 || count % step === 0 ? count : count - (count % step) + step)
export const largerQuantity = (a: Quantity, b: Quantity): Quantity => (a > b ? a : b)
export const addQuantity = (a: Quantity, b: Quantity): Quantity => quantity(a + b)
export const subtractQuantity = (a: Quantity, b: Quantity): Quantity => quantity(a - b)
export const subtractUnitPrice = (a: UnitPrice, b: UnitPrice): UnitPrice => unitPrice(a - b)
export const negateQuantity = (a: Quantity): Quantity => quantity(-a)

/** A number in which single blanks group the digits of its whole part by three, such as `1 234 567,89`. */
const GROUPED_BY_BLANKS = /^[+-]?[1-9]\d{0,2}(\s\d{3})+([.,]\d*)?$/

/** The sign between the whole part of a number and its decimals. */
export const zDecimalSign = z.enum([',', '.'])
export type DecimalSign = z.output<typeof zDecimalSign>

/** Returns a number without €, % and blanks at its ends, and without the blanks that group its digits. */
function compactNumber(text: string): string {
  const bare = text.replace(/[−–]/, '-').replace(/^[\s€%]+|(?<![\s€%])[\s€%]+$/g, '')
  const signed = bare.replace(/^([+-])[\s€]+/, '$1')
  return GROUPED_BY_BLANKS.test(signed) ? signed.replace(/\s/g, '') : signed
}

/** One to three digits, one sign and exactly three digits: the sign may group thousands or begin the decimals. A single 0 is no group. */
const UNCLEAR = /^[+-]?(?!0[.,])\d{1,3}([.,])\d{3}$/

const unclearSignIn = (compact: string): DecimalSign | null =>
  (UNCLEAR.exec(compact)?.[1] as DecimalSign | undefined) ?? null

/** Returns the sign of a number such as `1.500`, which may group its digits or begin its decimals; null for any other text. */
export const unclearSignOf = (text: string): DecimalSign | null => unclearSignIn(compactNumber(text))

/**
 * Reads a number as people write it: `1234.5`, `1234,5`, `1.234,50`, `1,234.50`, `1 234,50`. A single comma or point is the
 * decimal sign. If both occur, the last one is. With a `decimalSign` the other sign groups the digits of a number such as `1.500`.
 * € and % at an end are ignored, and blanks around them. A blank inside the number is refused unless it groups digits by three.
 * The minus of typography (`−`) is read like the one of the keyboard.
 *
 * Returns the number as a plain decimal with a point; null if signs or blanks stand where no number has them.
 */
export function plainDecimal(text: string, decimalSign: DecimalSign | null = null): string | null {
  const compact = compactNumber(text)
  const unclear = decimalSign === null ? null : unclearSignIn(compact)
  if (unclear !== null && unclear !== decimalSign) return compact.replace(unclear, '')
  const lastComma = compact.lastIndexOf(',')
  const lastPoint = compact.lastIndexOf('.')
  const decimalAt = Math.max(lastComma, lastPoint)
  if (decimalAt < 0) return compact
  const sign = compact.charAt(decimalAt)
  const grouping = sign === ',' ? '.' : ','
  const occurrences = compact.split(sign).length - 1
  if (occurrences > 1) {
    // 1.234.567 has several points, so they can only group digits
    if (compact.includes(grouping) || !/^[+-]?\d{1,3}([.,]\d{3})+$/.test(compact)) return null
    return compact.replaceAll(sign, '')
  }
  const before = compact.slice(0, decimalAt)
  if (before.includes(grouping) && !/^[+-]?\d{1,3}([.,]\d{3})+$/.test(before)) return null
  return `${before.replaceAll(grouping, '')}.${compact.slice(decimalAt + 1)}`
}

/** Returns a number that `plainDecimal` reads scaled by 10^places; null if `text` is no number or has more than `places` decimals. */
export function parseDecimal(text: string, places: number, decimalSign: DecimalSign | null = null): number | null {
  const plain = plainDecimal(text, decimalSign)
  return plain === null ? null : scaleDecimal(plain, places)
}

/**
 * Returns a plain decimal (`-12.5`) scaled by 10^places; null if it has more decimals than `places` or is too large.
 */
export function scaleDecimal(digits: string, places: number): number | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(digits)
  if (!match || (!match[2] && !match[3])) return null
  const fraction = (match[3] ?? '').replace(/0+$/, '')
  if (fraction.length > places) return null
  const scaled = Number(`${match[2] || '0'}${fraction.padEnd(places, '0')}`)
  if (!Number.isSafeInteger(scaled)) return null
  return match[1] === '-' && scaled !== 0 ? -scaled : scaled
}

/**
 * Returns a plain decimal (`12.34567`) scaled by 10^places, rounded half away from zero; null if it is no number or
 * too large.
 */
export function roundDecimal(digits: string, places: number): number | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(digits)
  if (!match || (!match[2] && !match[3])) return null
  const fraction = match[3] ?? ''
  const kept = BigInt(`${match[2] || '0'}${fraction.slice(0, places).padEnd(places, '0')}`)
  const scaled = Number(kept + ((fraction[places] ?? '0') >= '5' ? 1n : 0n))
  if (!Number.isSafeInteger(scaled)) return null
  return match[1] === '-' && scaled !== 0 ? -scaled : scaled
}

/** Returns a scaled value as a plain decimal text with a point: `toDecimal(1250, 2)` is `12.50`. */
export function toDecimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return value < 0 ? `-${text}` : text
}

/** Returns a scaled value as a decimal number for JSON, exact to its last place. */
export const toNumber = (value: number, places: number): number => Number(toDecimal(value, places))

const scaled = (limit: number) => z.int().min(-limit).max(limit)

/** Schemas for the contracts: whole scaled numbers within the limits of the product. */
export const zCents = scaled(LIMITS.cents) as unknown as z.ZodType<Cents, number>
export const zUnitPrice = scaled(LIMITS.unitPrice) as unknown as z.ZodType<UnitPrice, number>
export const zQuantity = scaled(LIMITS.quantity) as unknown as z.ZodType<Quantity, number>
export const zRate = scaled(LIMITS.rate) as unknown as z.ZodType<Rate, number>
/** Accepts a quantity from `least` to `most`. */
export const zQuantityBetween = (least: Quantity, most: Quantity) =>
  z.int().min(least).max(most) as unknown as z.ZodType<Quantity, number>
export const zQuantityFromZero = zQuantityBetween(ZERO_QUANTITY, LIMITS.quantity as Quantity)
export const zPositiveQuantity = z.int().min(1).max(LIMITS.quantity) as unknown as z.ZodType<Quantity, number>
export const zPrice = z.int().min(0).max(LIMITS.unitPrice) as unknown as z.ZodType<UnitPrice, number>
/** Accepts a percentage from `least` to `most`. */
export const zRateBetween = (least: number, most: number) =>
  z.int().min(least).max(most) as unknown as z.ZodType<Rate, number>
export const zPercent = zRateBetween(0, 100_00)
