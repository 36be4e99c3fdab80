/** Decides whether an invoice charges VAT to a company abroad, which normally pays none here. */
import { isBusiness, type KindFacts } from '#kernel/tax/customer-kind.ts'
import { countryOf, HOME, placeOf } from '#kernel/tax/country.ts'
import type { TypeFacts } from './document-type.ts'

type Facts = {
  readonly customer: KindFacts
  /** What is sold: only services, or also goods. */
  readonly sold: TypeFacts['sold']
  /** True if a line has VAT. */
  readonly taxed: boolean
  /** True if VIES says that the VAT number of the customer is not valid. */
  readonly refusedByVies: boolean
}

/**
 * Reports whether an invoice of the types 1.2, 1.3, 2.2 and 2.3 charges VAT. Goods for a company of the union that is not registered in
 * VIES have VAT (directive 2006/112, article 138), and so has every receipt for a private person.
 */
export function chargesVatAbroad({ customer, sold, taxed, refusedByVies }: Facts): boolean {
  const place = placeOf(countryOf(customer.country) ?? HOME)
  if (!taxed || place === 'home' || !isBusiness(customer)) return false
  return !(place === 'union' && sold === 'goods' && refusedByVies)
}
