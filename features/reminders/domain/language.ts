/** In which language a letter to a customer is written. */
import { countryOf, HOME } from '#kernel/tax/country.ts'

export const LETTER_LANGUAGES = ['gr', 'eng'] as const
export type LetterLanguage = (typeof LETTER_LANGUAGES)[number]

/** Returns the language of letters to a customer with this country. Greece and Cyprus read Greek, and so do customers without a country. */
export function letterLanguage(country: string): LetterLanguage {
  const code = countryOf(country)
  return code === HOME || code === 'CY' || code === null ? 'gr' : 'eng'
}
