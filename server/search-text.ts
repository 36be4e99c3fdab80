/** Search as people type: every word must occur, without regard to accents, case, final sigma or alphabet. */
import { fold } from '#kernel/fold.ts'
import { phoneticKey } from '#kernel/phonetic-key.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'

export { phoneticKey }

const MOST_WORDS = 8

const patternOf = (key: string): string => `%${key.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A condition on a search column that holds `fold(…) || ' ' || phonetic_key(…)` of what is looked for. The keys are made here:
 * made in SQL they were made again for every row, and the planner could not see how rare they are.
 */
export function matchesWords(column: Sql, text: string): Sql {
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
  if (words.length === 0) return sql`true`
  return join(
    words.map(
      (word) => sql`(${column} like ${patternOf(fold(word))} or ${column} like ${patternOf(phoneticKey(word))})`,
    ),
    ' and ',
  )
}

/** A column that contains the text, without regard to accents and case. */
export function contains(column: string, text: string): Sql {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  return sql`fold(${raw(column)}) like '%' || fold(${literal}) || '%'`
}
