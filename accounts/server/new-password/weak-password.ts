/**
 * Decides which passwords may be set, after NIST SP 800-63B. The length counts, and not the kinds of characters. A
 * password must not consist of the person's names and must not be a common one or a common word with a year. Passwords set before stay valid.
 * Pages do not have the list of common ones; they learn it from the refusal.
 */
import { fold } from '#kernel/fold.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { LEAST_PASSWORD_CHARACTERS } from '../../domain/password-length.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

const RUNS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρστυφχψω', 'qwertyuiopasdfghjklzxcvbnm']

/** Reports whether a text repeats one part, or consists of neighbours on the keyboard or in the alphabet. */
function isMonotonous(text: string): boolean {
  const repeated = new Set(text).size < 4 || (text + text).indexOf(text, 1) < text.length / 2
  const backwards = Array.from(text).reverse().join('')
  return repeated || RUNS.some((run) => (run + run).includes(text) || (run + run).includes(backwards))
}

/** The fewest letters and digits beside a word or a name that are hard to guess by themselves. */
const LEAST_BESIDE = 6

/** Returns a text in the signs of a usual keyboard: letters of full width, in bold or in a circle are the letters that they show. */
const comparable = (text: string): string => fold(text.normalize('NFKC'))

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

/** The letters for which people write a sign that looks like them. */
const SIGNS: Readonly<Record<string, string>> = { '@': 'a', $: 's' }
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }
const withLetters = (text: string, letters: Readonly<Record<string, string>>): string =>
  Array.from(text, (sign) => letters[sign] ?? sign).join('')

/** Reports whether a folded text is a common word with a few digits around it, such as a year. Other signs count for nothing. */
function isCommonWord(plain: string): boolean {
  const given = bare(withLetters(plain, SIGNS))
  const [first = ''] = /^\d*/.exec(given) ?? []
  const [last = ''] = /\d*$/.exec(given) ?? []
  for (let before = 0; before <= first.length && before < LEAST_BESIDE; before++)
    for (let after = 0; after <= last.length && before + after < LEAST_BESIDE; after++) {
      const word = given.slice(before, given.length - after)
      if (/\p{L}/u.test(word) && [word, withLetters(word, DIGITS)].some((one) => COMMON_PASSWORDS.has(one))) return true
    }
  return false
}

/**
 * Returns why a password may not be set for an account, or null. `names` are the e-mail and the names of the person and
 * the company.
 */
export function whyWeakPassword(password: string, names: readonly string[]): Refusal | null {
  const length = Array.from(password.normalize('NFC')).length
  if (length < LEAST_PASSWORD_CHARACTERS)
    return refusal('invalid', 'users.password-short', { characters: LEAST_PASSWORD_CHARACTERS })
  const plain = comparable(password)
  if (COMMON_PASSWORDS.has(plain) || isMonotonous(plain) || isCommonWord(plain))
    return refusal('invalid', 'users.password-common')
  const given = bare(plain)
  const own = names.flatMap((name) => [name, name.split('@')[0] ?? '']).map((name) => bare(comparable(name)))
  const isOwn = own.some(
    (name) => name.length >= 3 && given.includes(name) && given.replaceAll(name, '').length < LEAST_BESIDE,
  )
  return isOwn ? refusal('invalid', 'users.password-own-name') : null
}
