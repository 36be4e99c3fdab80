/** What a person types as the new price of a material: a price, or a change in percent. */
import {
  type DecimalSign,
  LIMITS,
  parseDecimal,
  PLACES,
  priceWithPercent,
  type Rate,
  rate,
  type UnitPrice,
  unitPrice,
} from '#kernel/money.ts'
import { twoReadings } from '#kernel/text/typed-number.ts'

/** A new price, or the percentage by which the stored one changes. */
export type TypedChange =
  | { readonly kind: 'price'; readonly price: UnitPrice }
  | { readonly kind: 'percent'; readonly percent: Rate }

/** The lowest percentage: it makes a price 0. */
export const LEAST_PERCENT = -100_00

/**
 * Reads a price as people write it, such as `1,42` or `1.42 €`, or a change in percent, such as `+8 %` or `-2,5%`. A text with
 * a sign or a percent sign is a change in percent. `sign` is the decimal sign of the language. Returns null for anything else, for a
 * value beyond the limits, and for a number with two readings (C-90).
 */
export function readTypedPrice(text: string, sign: DecimalSign): TypedChange | null {
  const trimmed = text.trim()
  if (twoReadings(trimmed, sign)) return null
  if (/^[+\-−–]|%$/.test(trimmed)) {
    if (trimmed.includes('€')) return null
    const percent = parseDecimal(trimmed, PLACES.rate)
    return percent === null || percent < LEAST_PERCENT || percent > LIMITS.rate
      ? null
      : { kind: 'percent', percent: rate(percent) }
  }
  if (trimmed.includes('%')) return null
  const price = parseDecimal(trimmed, PLACES.unitPrice)
  return price === null || price > LIMITS.unitPrice ? null : { kind: 'price', price: unitPrice(price) }
}

/** Returns the new price of a material whose stored one is `cost`. */
export const changedPrice = (cost: UnitPrice, change: TypedChange): UnitPrice =>
  change.kind === 'price' ? change.price : priceWithPercent(cost, change.percent)
