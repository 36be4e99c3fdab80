/** Finds orders by typed text. Every list of orders, its count and its bulk actions use this rule. */
import { matchesNumber } from '#features/customers/server/find-customers.ts'
import { fold } from '#kernel/fold.ts'
import { parseDecimal } from '#kernel/money.ts'
import { join, type Rows, type Sql, sql } from '#server/db/database.ts'
import { wordsOf } from '#server/search-text.ts'
import { hasWord, isFoundAnywhere, ORDER_TEXTS } from './searched-words.ts'

/**
 * Returns a condition on `orders o`. Every word must match the name, label, notes, address, goods, or a number. The
 * whole text may also be one number with blanks. Each part has its own index, so that the database can combine them
 * without reading other tables row by row. The words and customers are read first, because the database chooses a good
 * plan only if it knows them.
 */
export async function matchesOrder(rows: Rows, text: string): Promise<Sql> {
  const words = wordsOf(text).filter((word) => fold(word) !== '')
  if (words.length === 0) return sql`true`
  const each: Sql[] = []
  for (const word of words) each.push(anyOf([await hasWord(rows, word), ...(await findsNumber(rows, word))]))
  const every = join(each, ' and ')
  return words.length === 1 ? every : anyOf([every, ...(await findsNumber(rows, text))])
}

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

/**
 * Returns conditions for a text that is a number: of the order, the VAT number or phone of its customer, or its amount.
 */
async function findsNumber(rows: Rows, text: string): Promise<Sql[]> {
  const found: Sql[] = []
  if (/^#?\d{1,15}$/.test(text)) found.push(sql`o.id = ${Number(text.replace('#', ''))}`)
  const customers = matchesNumber(text)
  if (customers) {
    const ids = await rows.many<{ id: number }>(sql`select id from customers where not system and ${customers}`)
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
