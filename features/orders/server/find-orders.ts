/** Finds orders by typed text. Every list of orders, its count and its bulk actions use this rule. */
import { matchesNumber } from '#features/customers/server/find-customers.ts'
import { parseDecimal } from '#kernel/money.ts'
import { join, type Sql, sql } from '#server/db/database.ts'
import { findsWord, wordsOf } from '#server/search-text.ts'

/**
 * Returns a condition on `orders o`. Every word must match the name, label, notes, address, goods, or a number. The
 * whole text may also be one number with blanks. Each part has its own index, so that the database can combine them
 * without reading other tables row by row.
 */
export function matchesOrder(text: string): Sql {
  const words = wordsOf(text)
  if (words.length === 0) return sql`true`
  const every = join(
    words.map((word) =>
      anyOf([...findsWord(sql`o.search`, word), ...findsWord(sql`o.goods`, word), ...findsNumber(word)]),
    ),
    ' and ',
  )
  return words.length === 1 ? every : anyOf([every, ...findsNumber(text)])
}

const anyOf = (conditions: readonly Sql[]): Sql => sql`(${join([...conditions], ' or ')})`

/**
 * Returns conditions for a text that is a number: of the order, the VAT number or phone of its customer, or its amount.
 */
function findsNumber(text: string): Sql[] {
  const found: Sql[] = []
  if (/^#?\d{1,15}$/.test(text)) found.push(sql`o.id = ${Number(text.replace('#', ''))}`)
  const customers = matchesNumber(text)
  if (customers) found.push(sql`o.customer_id = any(array(select id from customers where not system and ${customers}))`)
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
