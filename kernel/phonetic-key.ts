/**
 * Reduces Greek and Latin spellings to one key, so that Greek text is found by Latin letters. The SQL function `phonetic_key` is made
 * from the same lists (server/db/declared-functions.ts).
 */
import { contains, fold, translated } from './fold.ts'

/** Letter groups and the letter of their sound, in the order in which they are replaced. */
export const PAIRS: readonly (readonly [from: string, to: string])[] = [
  ['θ', 'th'],
  ['ψ', 'ps'],
  ['ξ', 'x'],
  ['χ', 'h'],
  ['ου', '!'],
  ['ou', '!'],
  ['αι', 'e'],
  ['ai', 'e'],
  ['ει', 'i'],
  ['ei', 'i'],
  ['οι', 'i'],
  ['oi', 'i'],
  ['υι', 'i'],
  ['yi', 'i'],
  ['αυ', 'av'],
  ['ευ', 'ev'],
  ['au', 'av'],
  ['eu', 'ev'],
  ['μπ', 'v'],
  ['mp', 'v'],
  ['ντ', 'd'],
  ['nt', 'd'],
  // These come before the other spellings of g, so that a row of them does not become one letter.
  ['gg', 'g'],
  ['γγ', 'g'],
  ['γκ', 'g'],
  ['gk', 'g'],
  ['ng', 'g'],
  ['ks', 'x'],
  ['ch', 'h'],
]
/** Single letters and what stands for them. Letters that sound alike get the same one: b, f and v, i, y and u, c, k and q. */
export const LETTERS: ReadonlyMap<string, string> = new Map(
  Array.from(
    'αβγδεζηικλμνοπρστυφωbfyuwcqj!',
    (from, at) => [from, 'avgdeziiklmnoprstivovviiokkiu'.charAt(at)] as const,
  ),
)

/**
 * Returns the Latin key of `text`; spellings that sound alike have the same key. Repeated letters stay, so that
 * `zzzz` does not match a single z.
 */
export function phoneticKey(text: string): string {
  let key = fold(text)
  for (const [from, to] of PAIRS) key = key.replaceAll(from, to)
  return translated(key, LETTERS)
}

/** Reports whether `text` contains every word of `typed`, in any order, whatever the accents, the case and the alphabet. */
export const matchesTyped = (text: string, typed: string): boolean => {
  const key = phoneticKey(text)
  return typed.split(/\s+/).every((word) => contains(text, word) || key.includes(phoneticKey(word)))
}
