/** Finds the words of orders that contain what a person typed. The index of the orders contains whole words. */
import { fold } from '#kernel/fold.ts'
import { join, type Rows, type Sql, sql } from '#server/db/database.ts'
import { patternOf, phoneticKey } from '#server/search-text.ts'

/**
 * Matches a key that is searched anywhere in a word: it has three letters or digits in a row, which the trigram index of
 * the words needs. A shorter key is searched at the beginning of words.
 */
const ANYWHERE = /[\p{L}\p{N}]{3}/u

/**
 * A longer word of an order may be cut after so many characters (`words_of` in the database), in one of its texts and not in
 * another.
 */
const LONGEST = 500

const keysOf = (word: string): string[] => [
  ...new Set([fold(word), phoneticKey(word)].map((key) => key.slice(0, LONGEST))),
]

/** Reports whether a word is searched as it is typed anywhere in the words of orders, and not only at their beginning. */
export const isFoundAnywhere = (word: string): boolean => ANYWHERE.test(fold(word))

/**
 * With more words than this, a query of their common beginning is faster than one of all of them. The database also expects
 * fewer orders of it, because it adds up an estimate for each word that its statistics do not contain.
 */
const MOST_WORDS = 30

/** The database accepts at most a megabyte of words in one query. With more words or bytes the texts are compared. */
const MOST_INSIDE = 5_000
const MOST_BYTES = 500_000

/**
 * The orders as `o` by the words of their own texts, without those of their goods, for the conditions of this file. `search` holds
 * each word once, which is enough to compare it with one word.
 */
export const ORDER_TEXTS = sql`(
  select id, words, array_to_string(tsvector_to_array(words), ' ') as search, '' as goods from order_texts) o`

/**
 * Returns the condition that `orders o`, or `o` of `ORDER_TEXTS`, has a word that contains the typed one, as it is written or as it
 * sounds. The words are read first, because the database finds the orders of whole words fastest. `isInside` decides which keys are
 * found anywhere in a word.
 */
export async function hasWord(
  rows: Rows,
  typed: string,
  isInside = (key: string): boolean => ANYWHERE.test(key),
): Promise<Sql> {
  const keys = keysOf(typed)
  const words = await readWords(
    rows,
    keys.map((key) => (isInside(key) ? contains(key) : begins(key))),
    MOST_WORDS + 1,
  )
  if (words.length === 0) return sql`false`
  if (words.length <= MOST_WORDS) return sql`o.words @@ ${words.map(asPart).join(' | ')}::tsquery`
  const anywhere = keys.filter(isInside)
  const others = anywhere.length > 0 ? await readWords(rows, anywhere.map(isLater), MOST_INSIDE + 1) : []
  const beginning = keys.map((key) => `${quoted(key)}:*`)
  if (others.length > MOST_INSIDE || Buffer.byteLength(others.join('')) > MOST_BYTES)
    return sql`(o.words @@ ${beginning.join(' | ')}::tsquery or ${anyOf(anywhere.map(isInText))})`
  return sql`o.words @@ ${[...beginning, ...others.map(asPart)].join(' | ')}::tsquery`
}

const anyOf = (conditions: readonly Sql[]): Sql => join([...conditions], ' or ')

const contains = (key: string): Sql => sql`word like ${patternOf(key)}`
const begins = (key: string): Sql => sql`word like ${patternOf(key).slice(1)}`

/** Returns the condition that a word contains a key after its beginning. */
const isLater = (key: string): Sql => sql`(${contains(key)} and not ${begins(key)})`

/** Returns the condition that the text of an order contains a key; its words are those of `search` and `goods`. */
const isInText = (key: string): Sql => sql`o.search like ${patternOf(key)} or o.goods like ${patternOf(key)}`

/** Returns at most `most` known words for which one of the conditions holds. */
async function readWords(rows: Rows, conditions: readonly Sql[], most: number): Promise<string[]> {
  const found = await rows.many<{ word: string }>(
    sql`select word from order_words where ${anyOf(conditions)} limit ${most}`,
  )
  return found.map(({ word }) => word)
}

/** Returns a word as the part of a query that matches exactly this word; a very long one also where it is cut. */
const asPart = (word: string): string => (word.length < LONGEST ? quoted(word) : `${quoted(word.slice(0, LONGEST))}:*`)

/** Returns a word as the part of a query that matches exactly this word. */
export const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
