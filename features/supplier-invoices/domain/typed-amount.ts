/**
 * Reads what a person types as the quantity of a line: "500", or "500*1,42" for the quantity and the price together. `sign` is the decimal
 * sign of the language; a number with two readings cannot be read (C-90).
 */
import {
  type DecimalSign,
  LIMITS,
  parseDecimal,
  PLACES,
  type Quantity,
  type Rate,
  type UnitPrice,
} from '#kernel/money.ts'
import { twoReadings } from '#kernel/text/typed-number.ts'

export type TypedAmount = { readonly quantity: Quantity; readonly price: UnitPrice | null }

const TIMES = /[*×xXχΧ]/

/** Returns a typed number scaled to `places`; null if the text is none or has two readings. */
const readTyped = (text: string, places: number, sign: DecimalSign): number | null =>
  twoReadings(text, sign) ? null : parseDecimal(text, places)

/** Returns a quantity of more than 0; null if the text is none. */
function readQuantity(text: string, sign: DecimalSign): Quantity | null {
  const read = readTyped(text, PLACES.quantity, sign)
  return read === null || read <= 0 || read > LIMITS.quantity ? null : (read as Quantity)
}

/** Returns a price of at least 0; null if the text is none. */
export function readPrice(text: string, sign: DecimalSign): UnitPrice | null {
  const read = readTyped(text, PLACES.unitPrice, sign)
  return read === null || read < 0 || read > LIMITS.unitPrice ? null : (read as UnitPrice)
}

/** The whole, as a rate. */
const ALL_OF_IT = 100_00

/** Returns a percentage from 0 to 100; null if the text is none. */
export function readRate(text: string, sign: DecimalSign): Rate | null {
  const read = readTyped(text, PLACES.rate, sign)
  return read === null || read < 0 || read > ALL_OF_IT ? null : (read as Rate)
}

/** Returns the quantity, and the price if the text has one after a multiplication sign; null if a part is no number. */
export function readAmount(text: string, sign: DecimalSign): TypedAmount | null {
  const [first = '', second, ...others] = text.split(TIMES)
  if (others.length > 0) return null
  const quantity = readQuantity(first, sign)
  if (quantity === null) return null
  if (second === undefined) return { quantity, price: null }
  const price = readPrice(second, sign)
  return price === null ? null : { quantity, price }
}
