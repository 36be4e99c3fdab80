/** Decides what the last answer of VIES says of the VAT number of a customer inside the European Union. */
import { addDays, dayOf, type Day } from '../day.ts'
import { isBusiness, type KindFacts } from './customer-kind.ts'
import { countryOf, HOME, placeOf } from './country.ts'
import { isVatOf, vatWithin } from './vat-of-country.ts'

/** For so many days a valid number counts as verified. Then VIES is asked again. */
export const VALID_DAYS = 90
/** For so many days an invalid number counts as refused. The customer may be registered the next day. */
const INVALID_DAYS = 1

/** The last answer of VIES to a number. */
export type UnionAnswer = { readonly valid: boolean; readonly askedAt: string }

/** `unverified`: VIES has not answered, or too long ago. */
export const UNION_STANDINGS = ['valid', 'invalid', 'unverified'] as const
export type UnionStanding = (typeof UNION_STANDINGS)[number]

/** A VAT number without the code of its country. */
export type UnionNumber = { readonly country: string; readonly vat: string }

/** Returns what the last answer says of a number today. Null is no answer. */
export function standingOf(last: UnionAnswer | null, today: Day): UnionStanding {
  if (last === null) return 'unverified'
  const until = addDays(dayOf(last.askedAt), last.valid ? VALID_DAYS : INVALID_DAYS)
  return today > until ? 'unverified' : last.valid ? 'valid' : 'invalid'
}

/**
 * Returns the VAT number that VIES knows of a customer: that of a company in another country of the union. Null for everybody else, and
 * for a number that is wrong for its country.
 */
export function unionNumberOf(customer: KindFacts): UnionNumber | null {
  const country = countryOf(customer.country) ?? HOME
  if (placeOf(country) !== 'union' || !isBusiness(customer) || !isVatOf(country, customer.vat)) return null
  return { country, vat: vatWithin(country, customer.vat) }
}
