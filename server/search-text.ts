/** Searches text as people type it: every word must occur, whatever its accents, case, final sigma or alphabet. */
import { fold } from '#kernel/fold.ts'
import { phoneticKey } from '#kernel/phonetic-key.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'

export { phoneticKey }

const MOST_WORDS = 8

/** Returns the pattern of `like` for texts that contain a key. */
export const patternOf = (key: string): string => `%${key.replace(/[\\%_]/g, '\\$&')}%`

/** Returns the pattern of `like` for texts that begin with a key. */
export const beginsWith = (key: string): string => patternOf(key).slice(1)

/** Returns the words of a text, up to the number that a search uses. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)

/** The trigram index cannot find words with fewer characters, except at the beginning of a word. */
const SHORTEST_INDEXED = 3

/** Reports whether a text contains a word as it is written, or as it sounds. */
export const hasWordInText = (text: string, word: string): boolean =>
  fold(text).includes(fold(word)) || phoneticKey(text).includes(phoneticKey(word))

/**
 * Returns the condition that all words occur in a search column. The column holds `fold(…) || ' ' ||
 * phonetic_key(…)`. The keys are computed here, because SQL would compute them for every row. The planner could not
 * estimate how many rows match either.
 */
export function matchesWords(column: Sql, text: string): Sql {
  const words = wordsOf(text)
  if (words.length === 0) return sql`true`
  return join(
    words.map((word) => sql`(${column} like ${patternOf(fold(word))} or ${column} like ${patternOfSound(word)})`),
    ' and ',
  )
}

/**
 * Returns the pattern for the sound of a typed word. `Ντού` sounds `du`, which is too short for the index and occurs inside many
 * words, so it must begin one.
 */
function patternOfSound(word: string): string {
  const key = phoneticKey(word)
  const becameShort = key.length < SHORTEST_INDEXED && fold(word).length >= SHORTEST_INDEXED
  return patternOf(becameShort ? ` ${key}` : key)
}

/** Reports whether a word of the text is long enough for the trigram index. */
export const isIndexed = (text: string): boolean =>
  text.split(/\s+/).some((word) => fold(word).length >= SHORTEST_INDEXED)

/** The characters at the beginning of a search text for which tables with short searches have an index. */
const INDEXED_BEGINNING = 10

/** Returns the condition that a search column contains the words, or that it begins with a text too short for the index. */
export function matchesOrBegins(column: Sql, text: string): Sql {
  if (isIndexed(text)) return matchesWords(column, text)
  const key = fold(text)
  const first = sql`left(${column}, ${raw(String(INDEXED_BEGINNING))}) like ${beginsWith(key.slice(0, INDEXED_BEGINNING))}`
  return key.length <= INDEXED_BEGINNING ? first : sql`${first} and ${column} like ${beginsWith(key)}`
}

/** Returns the condition that a column contains the text, whatever its accents and case. */
export function contains(column: string | Sql, text: string): Sql {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  return sql`fold(${typeof column === 'string' ? raw(column) : column}) like '%' || fold(${literal}) || '%'`
}
