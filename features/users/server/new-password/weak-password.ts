/**
 * Decides which passwords may be set, after NIST SP 800-63B. The length counts, and not the kinds of characters. A
 * password must not consist of the person's names and must not be a common one. Passwords set before stay valid. Pages do not have the
 * list of common ones; they learn it from the refusal.
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

/**
 * Returns why a password may not be set for an account, or null. `names` are the e-mail and the names of the person and
 * the company.
 */
export function whyWeakPassword(password: string, names: readonly string[]): Refusal | null {
  const length = Array.from(password.normalize('NFC')).length
  if (length < LEAST_PASSWORD_CHARACTERS)
    return refusal('invalid', 'users.password-short', { characters: LEAST_PASSWORD_CHARACTERS })
  const plain = fold(password)
  if (COMMON_PASSWORDS.has(plain) || isMonotonous(plain)) return refusal('invalid', 'users.password-common')
  const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
  const given = bare(plain)
  const own = names.flatMap((name) => [name, name.split('@')[0] ?? '']).map((name) => bare(fold(name)))
  // The part beside the name must be hard to guess by itself.
  const isOwn = own.some((name) => name.length >= 3 && given.includes(name) && given.replaceAll(name, '').length < 6)
  return isOwn ? refusal('invalid', 'users.password-own-name') : null
}
