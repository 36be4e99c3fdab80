/** Search as people type: every word must occur, without regard to accents, case, final sigma or alphabet. */
import { fold } from '#kernel/fold.ts'
import { phoneticKey } from '#kernel/phonetic-key.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'

export { phoneticKey }

const MOST_WORDS = 8

const patternOf = (key: string): string => `%${key.replace(/[\\%_]/g, '\\$&')}%`

/** The words of a text, as many of them as a search looks at. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)

/**
 * A condition on a search column that holds `fold(…) || ' ' || phonetic_key(…)` of what is looked for. The keys are made here:
 * made in SQL they were made again for every row, and the planner could not see how rare they are.
 */
export function matchesWords(column: Sql, text: string): Sql {
  const words = wordsOf(text)
  if (words.length === 0) return sql`true`
  return join(
    words.map(
      (word) => sql`(${column} like ${patternOf(fold(word))} or ${column} like ${patternOf(phoneticKey(word))})`,
    ),
    ' and ',
  )
}

/** What the trigram index can look up: three letters or digits in a row. */
const INDEXED = /[\p{L}\p{N}]{3}/u

/**
 * Conditions any of which finds one word in a search column of a large table. A word too short for the index is looked
 * for where words begin: there the index finds it too.
 */
export function findsWord(column: Sql, word: string): Sql[] {
  return [...new Set([fold(word), phoneticKey(word)])].flatMap((key) => {
    const anywhere = patternOf(key)
    return INDEXED.test(key)
      ? [sql`${column} like ${anywhere}`]
      : [sql`${column} like ${anywhere.slice(1)}`, sql`${column} like ${anywhere.replace('%', '% ')}`]
  })
}

/** A column that contains the text, without regard to accents and case. */
export function contains(column: string, text: string): Sql {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  return sql`fold(${raw(column)}) like '%' || fold(${literal}) || '%'`
}
