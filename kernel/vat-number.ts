/** Converts VAT numbers as people type them to the form of the registry. */
import { type Refusal, refusal } from './refusal.ts'

/**
 * Reports whether a VAT number that looks Greek has a wrong check digit. It has 9 digits, and the last is the weighted
 * sum of the others modulo 11 (tax office, ΠΟΛ 1027/1985). Numbers of other forms return false.
 */
export function hasWrongCheckDigit(vat: string): boolean {
  const digits = vat
    .trim()
    .replace(/^(EL|GR)/i, '')
    .trim()
  if (!/^\d{9}$/.test(digits)) return false
  let sum = 0
  for (let place = 0; place < 8; place++) sum += Number(digits.charAt(place)) * 2 ** (8 - place)
  return digits === '000000000' || (sum % 11) % 10 !== Number(digits.charAt(8))
}

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
