/** Reads what a person types as the quantity of a line: "500", or "500*1,42" for the quantity and the price together. */
import { LIMITS, parseDecimal, PLACES, type Quantity, type Rate, type UnitPrice } from '#kernel/money.ts'

export type TypedAmount = { readonly quantity: Quantity; readonly price: UnitPrice | null }

const TIMES = /[*×xXχΧ]/

/** Returns a quantity of more than 0; null if the text is none. */
function readQuantity(text: string): Quantity | null {
  const read = parseDecimal(text, PLACES.quantity)
  return read === null || read <= 0 || read > LIMITS.quantity ? null : (read as Quantity)
}

/** Returns a price of at least 0; null if the text is none. */
export function readPrice(text: string): UnitPrice | null {
  const read = parseDecimal(text, PLACES.unitPrice)
  return read === null || read < 0 || read > LIMITS.unitPrice ? null : (read as UnitPrice)
}

/** The whole, as a rate. */
const ALL_OF_IT = 100_00

/** Returns a percentage from 0 to 100; null if the text is none. */
export function readRate(text: string): Rate | null {
  const read = parseDecimal(text, PLACES.rate)
  return read === null || read < 0 || read > ALL_OF_IT ? null : (read as Rate)
}

/** Returns the quantity, and the price if the text has one after a multiplication sign; null if a part is no number. */
export function readAmount(text: string): TypedAmount | null {
  const [first = '', second, ...others] = text.split(TIMES)
  if (others.length > 0) return null
  const quantity = readQuantity(first)
  if (quantity === null) return null
  if (second === undefined) return { quantity, price: null }
  const price = readPrice(second)
  return price === null ? null : { quantity, price }
}
