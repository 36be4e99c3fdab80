/** Checks of texts in settings. A setting names its check, because the declaration travels to the page as data. */
import { z } from 'zod'
import { isValidIBAN } from 'ibantools'
import { isDay, parseDay } from '#kernel/day.ts'
import { isEmail } from '#kernel/contract.ts'
import { plainVat, whyNotVat } from '#kernel/vat-number.ts'

/** Returns an IBAN without spaces, in capital letters. */
export const plainIban = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** Returns an IBAN in groups of four characters, as papers and pages show it. */
export const shownIban = (iban: string): string => plainIban(iban).replace(/(.{4})(?=.)/g, '$1 ')

/** Reports whether the text is an IBAN of a country, with the right length, structure and check digits (ISO 13616). */
export const isIban = (typed: string): boolean => isValidIBAN(plainIban(typed))

/** Reports whether the text is an address of the web, with or without its protocol. */
const isWebAddress = (text: string): boolean =>
  /^(https?:\/\/)?([\p{L}\d-]+\.)+[\p{L}\d-]{2,}(:\d+)?(\/\S*)?$/iu.test(text)

type Check = {
  /** Returns the stored form of what a person typed. */
  readonly plain: (typed: string) => string
  readonly holds: (plain: string) => boolean
}

/**
 * Returns the letters of a series of documents in capital letters. The tax office reads them in ISO 8859-7, which has Latin and Greek
 * letters.
 */
const plainSeries = (typed: string): string => typed.trim().toLocaleUpperCase('el')

/** Returns a typed day as it is stored. A text that is no day stays as it is. */
const plainDay = (typed: string): string => parseDay(typed) ?? typed.trim()

const asTyped = (typed: string) => typed

const CHECKS = {
  day: { plain: plainDay, holds: isDay },
  email: { plain: asTyped, holds: isEmail },
  iban: { plain: plainIban, holds: isIban },
  phone: { plain: asTyped, holds: (text) => /^[+\d][\d\s()./-]{3,}$/.test(text) },
  series: { plain: plainSeries, holds: (text) => /^[A-ZΑ-Ω0-9-]+$/.test(text) },
  vat: { plain: plainVat, holds: (text) => whyNotVat(text) === null },
  web: { plain: asTyped, holds: isWebAddress },
} as const satisfies Readonly<Record<string, Check>>

export const zCheck = z.enum(Object.keys(CHECKS) as [keyof typeof CHECKS, ...(keyof typeof CHECKS)[]])
export type CheckName = z.output<typeof zCheck>

/** The code of each failed check. Its text is `invalid.<code>`. */
const CODES: Readonly<Record<CheckName, string>> = {
  day: 'day',
  email: 'email',
  iban: 'iban',
  phone: 'phone',
  series: 'series',
  vat: 'vat',
  web: 'web-address',
}

/** Returns the code of the text's fault, or null. An empty text has none. */
export const faultOf = (check: CheckName, text: string): string | null =>
  text === '' || CHECKS[check].holds(CHECKS[check].plain(text)) ? null : CODES[check]

/** Returns the stored form of a checked text. */
export const plainText = (check: CheckName, text: string): string => CHECKS[check].plain(text)
