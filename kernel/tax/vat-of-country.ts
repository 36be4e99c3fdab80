/** Checks and cleans the VAT number of a company by the rules of its country. */
import { checkVAT, countries } from 'jsvat'
import { hasWrongCheckDigit, plainVat } from '../vat-number.ts'
import { HOME } from './country.ts'

/** Countries whose VAT numbers begin with another code than that of the country. */
const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL', CH: 'CHE' }

const prefixOf = (country: string): string => PREFIXES[country] ?? country

/** Returns the VAT number without blanks, points and the code of its country. An old Greek number gets its leading zero. */
export function vatWithin(country: string, vat: string): string {
  if (country === HOME) return plainVat(vat)
  const compact = vat.toUpperCase().replace(/[\s./-]/g, '')
  const prefix = prefixOf(country)
  return compact.startsWith(prefix) ? compact.slice(prefix.length) : compact
}

/**
 * Reports whether a VAT number has the form and the check digits of its country. Numbers of countries whose rules are not known
 * are accepted.
 */
export function isVatOf(country: string, vat: string): boolean {
  const number = vatWithin(country, vat)
  if (country === HOME) return /^\d{9}$/.test(number) && !hasWrongCheckDigit(number)
  const rules = countries.filter(({ codes }) => codes[0] === country)
  return rules.length === 0 ? number !== '' : checkVAT(`${prefixOf(country)}${number}`, rules).isValid
}
