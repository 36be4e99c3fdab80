/** Finds orders by typed text. Every list of orders, its count and its bulk actions use this rule. */
import { IS_LISTED } from '#features/parties/server/listed.ts'
import { matchesNumber } from '#features/parties/server/find-parties.ts'
import { fold } from '#kernel/fold.ts'
import { parseDecimal } from '#kernel/money.ts'
import { join, type Rows, type Sql, sql } from '#server/db/database.ts'
import { wordsOf } from '#server/search-text.ts'
import { hasWord, isFoundAnywhere, ORDER_TEXTS } from './searched-words.ts'

/** Returns the condition of a search on `orders o`, for all orders or for those within a range of their numbers. */
export type Searched = (near: Sql | null) => Sql

/**
 * Finds orders by a text. Every word must match the name, label, notes, address, goods, or a number. The whole text may also be
 * one number with blanks. Each part has its own index, so that the database can combine them without reading other tables row by
 * row. The words and customers are read first, because the database chooses a good plan only if it knows them.
 */
export async function matchesOrder(rows: Rows, text: string): Promise<Searched> {
  const words = wordsOf(text).filter((word) => fold(word) !== '')
  const [first, ...others] = words
  if (first !== undefined && others.length === 0) return matchesOneWord(rows, first)
  const each: Sql[] = []
  for (const word of words)
    each.push(anyOf([await hasWord(rows, word), ...idIs(word), ...(await findsNumber(rows, word))]))
  const every = each.length === 0 ? sql`true` : join(each, ' and ')
  return within(each.length === 0 ? every : anyOf([every, ...idIs(text), ...(await findsNumber(rows, text))]))
}

/**
 * Finds orders by one word. An order with this number is found outside of the range too, where it is the last of a list. The range is
 * a condition of each other part: as a condition of all of them, the database would not combine it with the index of words.
 */
async function matchesOneWord(rows: Rows, word: string): Promise<Searched> {
  const [isNumber] = idIs(word)
  const others = [await hasWord(rows, word), ...(await findsNumber(rows, word))]
  if (isNumber === undefined) return within(anyOf(others))
  return (near) => anyOf([isNumber, ...(near === null ? others : others.map((part) => sql`(${near} and ${part})`))])
}

const within =
  (condition: Sql): Searched =>
  (near) =>
    near === null ? condition : sql`(${near} and ${condition})`

/**
 * Returns conditions that narrow `orders o` to those that have the words of a text somewhere. Words that are too short to be
 * found inside others are left out, so the caller must compare the text itself.
 */
export async function hasWords(rows: Rows, text: string): Promise<Sql[]> {
  const found: Sql[] = []
  for (const word of wordsOf(text)) if (isFoundAnywhere(word)) found.push(await hasWord(rows, word))
  return found
}

/** Returns conditions as `hasWords`, of which only the own texts of the orders count, and not their goods. */
export async function hasWordsInTexts(rows: Rows, text: string): Promise<Sql[]> {
  const words = await hasWords(rows, text)
  return words.length === 0
    ? []
    : [sql`o.id = any(array(select o.id from ${ORDER_TEXTS} where ${join(words, ' and ')}))`]
}

const anyOf = (conditions: readonly Sql[]): Sql => sql`(${join([...conditions], ' or ')})`

/** Returns the condition for a text that is the number of an order. */
const idIs = (text: string): Sql[] => (/^#?\d{1,15}$/.test(text) ? [sql`o.id = ${Number(text.replace('#', ''))}`] : [])

/** Returns conditions for a text that is another number: the VAT number or phone of its customer, or its amount. */
async function findsNumber(rows: Rows, text: string): Promise<Sql[]> {
  const found: Sql[] = []
  const customers = matchesNumber(text)
  if (customers) {
    const ids = await rows.many<{ id: number }>(sql`select id from customers where ${IS_LISTED} and ${customers}`)
    if (ids.length > 0) found.push(sql`o.customer_id = any(${ids.map(({ id }) => id)}::bigint[])`)
  }
  return [...found, ...findsAmount(text)]
}

/** Matches the amount with or without VAT: exactly if cents are given, else with any cents. */
function findsAmount(text: string): Sql[] {
  const amount = /^€?\s*[\d.,\s]+€?$/.test(text) ? parseDecimal(text, 2) : null
  if (amount === null) return []
  const columns = [sql`o.total_cents`, sql`o.products_cents`]
  return /[.,]\d/.test(text)
    ? columns.map((column) => sql`${column} = ${amount}`)
    : columns.map((column) => sql`(${column} >= ${amount} and ${column} < ${amount}::bigint + 100)`)
}
