/** What a customer is for the tax office. */
import { type Located, placeOfCustomer } from './country.ts'

/** A company at home, in the European Union and outside; a private person; a public body or a church, which may lack a VAT number. */
export const CUSTOMER_KINDS = ['home', 'union', 'outside', 'private', 'public'] as const
export type CustomerKind = (typeof CUSTOMER_KINDS)[number]

export type KindFacts = Located & {
  /** What a person said; empty if nobody did. */
  readonly taxKind: CustomerKind | ''
}

const hasVat = ({ vat }: Pick<KindFacts, 'vat'>): boolean => vat.trim() !== ''

/**
 * Returns the kind of a customer: what a person said, and otherwise what VAT number and country say. Without a VAT number it is a
 * private person.
 */
export const kindOf = (customer: KindFacts): CustomerKind =>
  customer.taxKind || (hasVat(customer) ? placeOfCustomer(customer, 'goods') : 'private')

/** Reports whether the customer gets invoices. Others get receipts, and a public body or church without a VAT number too. */
export const isBusiness = (customer: KindFacts): boolean => {
  const kind = kindOf(customer)
  return kind === 'public' ? hasVat(customer) : kind !== 'private'
}

/** Why a kind that a person said contradicts the other facts. */
export type KindProblem = 'kind-place' | 'kind-vat'

/**
 * Returns why the kind contradicts VAT number or country, or null. A company lies where its country does, for goods or for services. It needs a
 * VAT number, except outside the union, where many countries give none.
 */
export function whyNotKind(customer: KindFacts): KindProblem | null {
  const { taxKind } = customer
  if (taxKind === '' || taxKind === 'private' || taxKind === 'public') return null
  if (placeOfCustomer(customer, 'goods') !== taxKind && placeOfCustomer(customer, 'services') !== taxKind)
    return 'kind-place'
  return hasVat(customer) || taxKind === 'outside' ? null : 'kind-vat'
}

/** Reports whether a missing VAT number needs no warning, because a person said what the customer is and such a customer may have none. */
export const mayLackVat = ({ taxKind }: Pick<KindFacts, 'taxKind'>): boolean =>
  taxKind === 'private' || taxKind === 'public' || taxKind === 'outside'
