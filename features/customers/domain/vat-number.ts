/** Converts VAT numbers as people type them to the form of the registry. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { hasWrongCheckDigit } from './customer.ts'

/**
 * Returns the nine digits of a Greek VAT number, without spaces and country code. An old number of eight digits gets a
 * leading zero.
 */
export function plainVat(typed: string): string {
  const digits = typed.replace(/[\s.-]/g, '').replace(/^(EL|GR|ΕΛ)/iu, '')
  return /^\d{8}$/.test(digits) ? `0${digits}` : digits
}

/** Refuses a number that does not belong to a Greek company. The registry is not asked about it. */
export const whyNotVat = (vat: string): Refusal | null =>
  !/^\d{9}$/.test(vat) || hasWrongCheckDigit(vat) ? refusal('refused', 'customers.vat-check-digit', { vat }) : null
