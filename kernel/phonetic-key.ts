/** Text as it sounds, so that Greek is found by Latin letters. The twin in SQL is the function `phonetic_key` of the migrations. */
import { fold } from './fold.ts'

/** One letter for each sound: the steps of the function `phonetic_key` of the migrations, in its order. */
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
  // before the other spellings of g, so that a row of them does not become one letter
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

/** Returns the Latin key of a text, the same for spellings that sound alike. Repeated letters stay, so `zzzz` finds no single z. */
export function phoneticKey(text: string): string {
  let key = fold(text)
  for (const [from, to] of PAIRS) key = key.replaceAll(from, to)
  return Array.from(key)
    .map((letter) => LETTERS.get(letter) ?? letter)
    .join('')
}
