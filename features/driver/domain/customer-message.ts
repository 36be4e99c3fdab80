/** Prepares the message that tells a customer when the driver comes. The phone's own app sends it. */
import type { Language } from '#kernel/languages.ts'
import { addressesIn } from '#kernel/mail-addresses.ts'

/** The customer of a stop, as far as a message needs it. */
export type Addressee = {
  readonly phones: readonly string[]
  /** One address, or several with commas. */
  readonly email: string
  readonly address: string
}

const QUARTER_MS = 15 * 60_000
/** The message names a time of this length, which begins at the quarter of an hour before the arrival. */
const WINDOW_MS = 45 * 60_000

const dialled = (phone: string): string => phone.replace(/[^+\d]/g, '')
const GREEK_NUMBER = /^(?:(?:\+|00)30)?[26]\d{9}$/u
const FOREIGN_NUMBER = /^(?:\+|00)(?!30)/u
const GREEK_MOBILE = /^(?:(?:\+|00)30)?69\d{8}$/u

/**
 * Returns the language of the message, because customers have no language of their own: Greek for a Greek number, English
 * for a foreign one, and otherwise by the letters of the address.
 */
export function languageFor({ phones, address }: Pick<Addressee, 'phones' | 'address'>): Language {
  const numbers = phones.map(dialled).filter(Boolean)
  if (numbers.some((number) => GREEK_NUMBER.test(number))) return 'el'
  if (numbers.some((number) => FOREIGN_NUMBER.test(number))) return 'en'
  return /\p{Script=Greek}/u.test(address) ? 'el' : 'en'
}

/** Returns the first and last moment that the message names. */
export function windowAround(arrival: string): { from: string; to: string } {
  const from = Math.floor(Date.parse(arrival) / QUARTER_MS) * QUARTER_MS
  return { from: new Date(from).toISOString(), to: new Date(from + WINDOW_MS).toISOString() }
}

/**
 * Returns how the message is sent: as SMS to a mobile or foreign number, else by mail, else as SMS to any number. Returns
 * null for a customer without phone and mail.
 */
export function wayTo({ phones, email }: Addressee): { by: 'sms' | 'mail'; to: string } | null {
  const numbers = phones.map(dialled).filter(Boolean)
  const mobile = numbers.find((number) => GREEK_MOBILE.test(number) || FOREIGN_NUMBER.test(number))
  if (mobile !== undefined) return { by: 'sms', to: mobile }
  const addresses = addressesIn(email)
  if (addresses.length > 0) return { by: 'mail', to: addresses.join(',') }
  return numbers[0] === undefined ? null : { by: 'sms', to: numbers[0] }
}

/** Returns the link that opens the message in the phone's own app. */
export const messageLink = ({ by, to }: { by: 'sms' | 'mail'; to: string }, subject: string, text: string): string =>
  by === 'sms'
    ? `sms:${to}?body=${encodeURIComponent(text)}`
    : `mailto:${encodeURIComponent(to).replaceAll('%40', '@').replaceAll('%2C', ',')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
