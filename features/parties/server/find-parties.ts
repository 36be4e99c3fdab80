/**
 * Finds parties by a typed text: words of name and label in either alphabet, a VAT number, or the end of a phone
 * number.
 */
import { empty, type Sql, sql } from '#server/db/database.ts'
import { contains, isIndexed, matchesWords } from '#server/search-text.ts'
import { type PartyKind, tableOf } from './kind.ts'
import { IS_LISTED } from './listed.ts'

const FEWEST_DIGITS = 4

/** Returns the digits of a phone or VAT number, without the Greek country code. Null if the text is no number. */
function digitsOf(text: string): string | null {
  const compact = text.replace(/[\s().\-/]/g, '')
  const digits = /^(?:\+30|0030|\+)?(\d+)$/.exec(compact)?.[1] ?? /^(?:el|gr)(\d{9})$/i.exec(compact)?.[1] ?? ''
  return digits.length < FEWEST_DIGITS ? null : digits
}

/** The condition on the search column: every word occurs, or the digits in any spelling. */
export function matchesParty(text: string): Sql {
  const words = matchesWords(sql`search`, text)
  const digits = digitsOf(text)
  return digits === null ? words : sql`(${words} or search like ${`%${digits}%`})`
}

/**
 * The parties of a kind that fulfil a condition on `search` for a typed text, as what follows `from`. The database estimates
 * badly how many rows a word finds: without `offset 0` it may read all of them by name to find the few that match. Words too
 * short for the index match many.
 */
export const partiesThatMatch = (kind: Pick<PartyKind, 'name'>, condition: Sql, text: string): Sql =>
  isIndexed(text)
    ? sql`(select * from ${tableOf(kind)} where ${IS_LISTED} and ${condition} offset 0) parties`
    : sql`${tableOf(kind)} where ${IS_LISTED} and ${condition}`

/** The sort order that puts matches at a phone number's end or a VAT number's start first. Empty for other texts. */
export function numbersFirst(text: string): Sql {
  const digits = digitsOf(text)
  return digits === null
    ? empty
    : sql`(vat like ${`${digits}%`} or ${phoneDigits('phone')} like ${`%${digits}`}
        or ${phoneDigits('phone2')} like ${`%${digits}`}) desc, `
}

/**
 * The condition on the phone columns: the typed digits, or the typed characters if there are too few digits. The digits of both
 * phones are written as in the indexes `customers_fields` and `providers_fields`.
 */
export function matchesPhone(text: string): Sql {
  const digits = digitsOf(text)
  return digits === null
    ? sql`(${contains('phone', text)} or ${contains('phone2', text)})`
    : sql`(${phoneDigits('phone')} || ' ' || ${phoneDigits('phone2')}) like ${`%${digits}%`}`
}

/**
 * The condition that the VAT number starts with the text or the phone number ends with it. Null if the text is neither.
 * Foreign VAT numbers may contain letters.
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
