/** VAT numbers as people type them and as the registry knows them. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { hasWrongCheckDigit } from './customer.ts'

/** The nine digits of a Greek VAT number: blanks and the country fall away, an old one of eight digits gets its zero. */
export function plainVat(typed: string): string {
  const digits = typed.replace(/[\s.-]/g, '').replace(/^(EL|GR|ΕΛ)/iu, '')
  return /^\d{8}$/.test(digits) ? `0${digits}` : digits
}

/** Why the registry cannot be asked for a number: it is none of a Greek company. Nothing is asked then. */
export const whyNotVat = (vat: string): Refusal | null =>
  !/^\d{9}$/.test(vat) || hasWrongCheckDigit(vat) ? refusal('refused', 'customers.vat-check-digit', { vat }) : null
