/** Which parts of the address of a customer documents need, and how one of them is typed. */
import { countryOf, HOME } from './country.ts'
import { isBusiness, type KindFacts } from './customer-kind.ts'

/** How a Greek postcode is typed within the text of an address, as a pattern of JavaScript and of PostgreSQL. */
export const POSTCODE_IN_TEXT = String.raw`\d{3}\s?\d{2}`

/** The parts of an address that a customer abroad needs. */
export const ADDRESS_PARTS = ['address', 'city', 'postcode'] as const
export type AddressPart = (typeof ADDRESS_PARTS)[number]

/**
 * Returns the first part of the address that a customer abroad lacks, or null. The tax office knows the address of a Greek company, and wants
 * that of every other one.
 */
export const missingAddress = (customer: Readonly<Record<'country' | AddressPart, string>>): AddressPart | null =>
  [HOME, null].includes(countryOf(customer.country))
    ? null
    : (ADDRESS_PARTS.find((field) => customer[field].trim() === '') ?? null)

/** Reports whether the paper of an invoice would name no address, although the law wants it: that of a company at home. */
export const lacksAddress = (customer: KindFacts & { readonly address: string }): boolean =>
  countryOf(customer.country) === HOME && isBusiness(customer) && customer.address.trim() === ''
