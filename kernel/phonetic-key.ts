/**
 * Reduces Greek and Latin spellings to one key, so that Greek text is found by Latin letters. The SQL function
 * `phonetic_key` in the migrations does the same.
 */
import { contains, fold } from './fold.ts'

/** Replaces letter groups by one letter for each sound, in the same order as the SQL function `phonetic_key`. */
const PAIRS: readonly (readonly [from: string, to: string])[] = [
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
const LETTERS = new Map(
  Array.from('αβγδεζηικλμνοπρστυφωbfyuwcqj!').map((from, at) => [from, 'avgdeziiklmnoprstivovviiokkiu'[at]]),
)

/**
 * Returns the Latin key of `text`; spellings that sound alike have the same key. Repeated letters stay, so that
 * `zzzz` does not match a single z.
 */
export function phoneticKey(text: string): string {
  let key = fold(text)
  for (const [from, to] of PAIRS) key = key.replaceAll(from, to)
  return Array.from(key)
    .map((letter) => LETTERS.get(letter) ?? letter)
    .join('')
}

/** Reports whether `text` contains every word of `typed`, in any order, whatever the accents, the case and the alphabet. */
export const matchesTyped = (text: string, typed: string): boolean => {
  const key = phoneticKey(text)
  return typed.split(/\s+/).every((word) => contains(text, word) || key.includes(phoneticKey(word)))
}
