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

/** The signs that do not count in a VAT number: blanks of all widths, points and hyphens. */
export const VAT_BLANKS: readonly string[] = [
  ...Array.from(
    '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
  ),
  '.',
  '-',
]

/** How a Greek VAT number may begin, in Latin and in Greek letters, after Latin letters have become capitals. */
export const VAT_PREFIXES: readonly string[] = ['EL', 'GR', '[Εε][Λλ]']

const BLANKS = new Set(VAT_BLANKS)
const PREFIX = new RegExp(`^(${VAT_PREFIXES.join('|')})`)

/**
 * Returns the nine digits of a Greek VAT number, without spaces and country code. An old number of eight digits gets a
 * leading zero. Latin letters of other numbers become capitals. The SQL function `plain_vat` is made from the same lists
 * (server/db/declared-functions.ts).
 */
export function plainVat(typed: string): string {
  const signs = Array.from(typed).filter((sign) => !BLANKS.has(sign))
  const digits = signs
    .join('')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(PREFIX, '')
  return /^\d{8}$/.test(digits) ? `0${digits}` : digits
}

/** Refuses a number that does not belong to a Greek company. The registry is not asked about it. */
export const whyNotVat = (vat: string): Refusal | null =>
  !/^\d{9}$/.test(vat) || hasWrongCheckDigit(vat) ? refusal('refused', 'customers.vat-check-digit', { vat }) : null
