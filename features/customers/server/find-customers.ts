/** Customers by what people type: words of name and company in either alphabet, a VAT number, the end of a phone number. */
import { empty, type Sql, sql } from '#server/db/database.ts'
import { matchesWords } from '#server/search-text.ts'

const FEWEST_DIGITS = 4

/** The digits of a phone or VAT number as typed, without the prefix of Greece; null when it is none. */
export function digitsOf(text: string): string | null {
  const compact = text.replace(/[\s().\-/]/g, '')
  const digits = /^(?:\+30|0030|\+)?(\d+)$/.exec(compact)?.[1] ?? /^(?:el|gr)(\d{9})$/i.exec(compact)?.[1] ?? ''
  return digits.length < FEWEST_DIGITS ? null : digits
}

/** A condition on `search` of customers: every word occurs, or the digits do, however the number was written. */
export function matchesCustomer(text: string): Sql {
  const words = matchesWords(sql`search`, text)
  const digits = digitsOf(text)
  return digits === null ? words : sql`(${words} or search like ${`%${digits}%`})`
}

/** Sorts before everything else what ends a phone number or begins a VAT number; nothing for other texts. */
export function numbersFirst(text: string): Sql {
  const digits = digitsOf(text)
  return digits === null
    ? empty
    : sql`(vat like ${`${digits}%`} or ${phoneDigits('phone')} like ${`%${digits}`}
        or ${phoneDigits('phone2')} like ${`%${digits}`}) desc, `
}

/** A condition on the phones: the digits typed, or the signs as typed when there are too few digits. */
export function matchesPhone(text: string, contains: (column: string) => Sql): Sql {
  const digits = digitsOf(text)
  return digits === null
    ? sql`(${contains('phone')} or ${contains('phone2')})`
    : // the search column holds the digits too, and its index narrows the list first
      sql`search like ${`%${digits}%`} and (${phoneDigits('phone')} like ${`%${digits}%`} or ${phoneDigits('phone2')} like ${`%${digits}%`})`
}

/**
 * A condition on customers whose VAT number begins with what is typed or whose phone ends with it; null for a text that
 * is neither. VAT numbers of other countries may hold letters.
 */
export function matchesNumber(text: string): Sql | null {
  const digits = digitsOf(text)
  if (digits !== null) {
    return sql`(plain_vat(vat) like ${`${digits}%`} or (search like ${`%${digits}%`}
      and (${phoneDigits('phone')} like ${`%${digits}`} or ${phoneDigits('phone2')} like ${`%${digits}`})))`
  }
  const foreign = text.replace(/[\s.-]/g, '').toUpperCase()
  return /^[A-Z]{2}[A-Z\d]{4,13}$/.test(foreign) && /\d{2}/.test(foreign)
    ? sql`plain_vat(vat) like ${`${foreign}%`}`
    : null
}

const phoneDigits = (column: 'phone' | 'phone2'): Sql =>
  column === 'phone' ? sql`regexp_replace(phone, '[^0-9]', '', 'g')` : sql`regexp_replace(phone2, '[^0-9]', '', 'g')`
