/**
 * The average cost of one unit in stock and the value of a stock at it. Goods move whatever they cost, so an amount beyond its limit becomes
 * the limit and is no refusal.
 */
import {
  type Cents,
  cents,
  costWithPlaces,
  divideRounded,
  type Exact,
  LIMITS,
  type Quantity,
  quotient,
  type Rate,
  type UnitPrice,
} from '#kernel/money.ts'

declare const unit: unique symbol

/** Hundred-millionths of a euro: the average cost of one unit in stock. A gram often costs less than a ten-thousandth. */
export type AverageCost = number & { readonly [unit]: 'AverageCost' }

const DECIMALS = 8
/** One unit price in average costs. */
const PER_PRICE = 10_000n
/** What a quantity times an average cost is divided by to be cents. */
const PER_CENT = 10_000_000_000n
const MOST_AVERAGE = BigInt(LIMITS.unitPrice) * PER_PRICE
const MOST_CENTS = BigInt(LIMITS.cents)

const atMost = (digits: bigint, most: bigint): number =>
  cents(Number(digits > most ? most : digits < -most ? -most : digits))

export const averageFromPrice = (price: UnitPrice): AverageCost => Number(BigInt(price) * PER_PRICE) as AverageCost

/** Returns the average cost of one of `count` units that are worth `value`. Throws if `count` is 0. */
export function averageOf(value: Cents, count: Quantity): AverageCost {
  const [digits, divisor] = count < 0 ? [-BigInt(value), -BigInt(count)] : [BigInt(value), BigInt(count)]
  return atMost(quotient(digits * PER_CENT, divisor), MOST_AVERAGE) as AverageCost
}

/** Returns what a stock is worth at its average cost. */
export const valueAt = (count: Quantity, average: AverageCost): Cents =>
  cents(atMost(quotient(BigInt(count) * BigInt(average), PER_CENT), MOST_CENTS))

/** Returns what several exact quantities cost at their average costs plus `percent`, rounded once. */
export const averageOfAll = (
  parts: Iterable<{ readonly count: Exact; readonly price: AverageCost }>,
  percent: Rate,
): AverageCost => atMost(costWithPlaces(parts, percent, DECIMALS), MOST_AVERAGE) as AverageCost

/** Returns the share of `amount` that belongs to `part` of `all`, rounded half away from zero. Throws if `all` is 0. */
export function shareOfCents(amount: Cents, part: Quantity, all: Quantity): Cents {
  const [digits, divisor] = all < 0 ? [-BigInt(part), -BigInt(all)] : [BigInt(part), BigInt(all)]
  return cents(divideRounded(BigInt(amount) * digits, divisor))
}
