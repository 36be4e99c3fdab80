/** Decides whether an invoice charges VAT to a company abroad, which normally pays none here, and when that VAT may be taken off. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { isBusiness, type KindFacts } from '#kernel/tax/customer-kind.ts'
import { placeOfCustomer } from '#kernel/tax/country.ts'
import type { UnionStanding } from '#kernel/tax/union-vat.ts'
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
  const place = placeOfCustomer(customer, sold)
  if (!taxed || place === 'home' || !isBusiness(customer)) return false
  return !(place === 'union' && sold === 'goods' && refusedByVies)
}

/**
 * Reports whether goods for this customer are a distance sale inside the union: to a private person in another country of it. Up to a yearly
 * limit it has Greek VAT, and above it the VAT of that country (directive 2006/112, articles 33 and 59c).
 */
export const isDistanceSale = (customer: KindFacts): boolean =>
  placeOfCustomer(customer, 'goods') === 'union' && !isBusiness(customer)

/**
 * Returns why an order keeps its VAT, or null if a person may take it off. Companies abroad buy without VAT, inside the union only with a number
 * that VIES called valid. Outside the union others buy goods without VAT too: what is sent there is an export (directive 2006/112, article
 * 146). Services are no export, so they keep the VAT of home (`servicesKeepVat`). `standing` is what VIES says of the number; null if it knows
 * no such number.
 */
export function whyVatStays(
  customer: KindFacts,
  standing: UnionStanding | null,
  sold: TypeFacts['sold'],
): Refusal | null {
  const place = placeOfCustomer(customer, sold)
  const isExport = place === 'outside' && sold === 'goods'
  if (place === 'home' || (!isBusiness(customer) && !isExport)) return refusal('refused', 'invoicing.vat-of-home')
  return place === 'union' && standing !== 'valid' ? refusal('refused', 'invoicing.vat-of-unverified') : null
}

/**
 * Reports whether services keep their VAT when that of goods is taken off. Those for anybody but a company are taxed where the seller is, apart
 * from some kinds that the product does not tell from others (directive 2006/112, articles 45 to 59).
 */
export const servicesKeepVat = (customer: KindFacts): boolean => !isBusiness(customer)
