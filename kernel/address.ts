/** Addresses as one line of text. */
import { fold } from './fold.ts'

/** A postal address. Postcode and city may also be in the text of the address itself. */
export type PostalAddress = { readonly address: string; readonly postcode?: string; readonly city?: string }

const wordsOf = (text: string): string =>
  ` ${fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `

/** Returns street, postcode and city as one line. What the address says itself after its first word is not said again. */
export function oneLineAddress({ address, postcode = '', city = '' }: PostalAddress): string {
  const street = address.trim()
  const said = wordsOf(street.replace(/^\S+/, ''))
  const place = [postcode, city]
    .map((part) => part.trim())
    .filter((part) => part !== '' && !said.includes(wordsOf(part)))
  return [street, place.join(' ')].filter(Boolean).join(', ')
}
