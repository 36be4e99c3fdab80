/** Search as people type: every word must occur, without regard to accents, case, final sigma or alphabet. */
import { fold } from '#kernel/fold.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'

const MOST_WORDS = 8

/** One letter for each sound: the steps of the function `loose` of the migrations, in its order. */
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
  ['γκ', 'g'],
  ['gk', 'g'],
  ['ng', 'g'],
  ['ks', 'x'],
  ['ch', 'h'],
]
const LETTERS = new Map(
  Array.from('αβγδεζηικλμνοπρστυφωbfyuwcqj!').map((from, at) => [from, 'avgdeziiklmnoprstivovviiokkiu'[at]]),
)

/** The loose Latin key of a text; the twin in SQL is the function `loose` of the migrations. */
export function loose(text: string): string {
  let key = fold(text)
  for (const [from, to] of PAIRS) key = key.replaceAll(from, to)
  return Array.from(key)
    .map((letter) => LETTERS.get(letter) ?? letter)
    .join('')
    .replace(/([a-z])\1+/g, '$1')
}

const patternOf = (key: string): string => `%${key.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A condition on a search column that holds `fold(…) || ' ' || loose(…)` of what is looked for. The keys are made here:
 * made in SQL they were made again for every row, and the planner could not see how rare they are.
 */
export function matchesWords(column: Sql, text: string): Sql {
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
  if (words.length === 0) return sql`true`
  return join(
    words.map((word) => sql`(${column} like ${patternOf(fold(word))} or ${column} like ${patternOf(loose(word))})`),
    ' and ',
  )
}

/** A column that contains the text, without regard to accents and case. */
export function contains(column: string, text: string): Sql {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  return sql`fold(${raw(column)}) like '%' || fold(${literal}) || '%'`
}
