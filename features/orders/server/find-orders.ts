/** Orders by what people type: the one rule behind every list of orders, its count and what is done with all that match. */
import { matchesNumber } from '#features/customers/server/find-customers.ts'
import { parseDecimal } from '#kernel/money.ts'
import { join, type Sql, sql } from '#server/db/database.ts'
import { findsWord, wordsOf } from '#server/search-text.ts'

/**
 * A condition on `orders o`. Every word must be found: in name, label, notes and address, in what the order sells, or as a
 * number. The whole text may also be one number that was written with blanks. Every part has an index of its own, and
 * none reads other tables row by row, so that the database can join the answers of the indexes.
 */
export function matchesOrder(text: string): Sql {
  const words = wordsOf(text)
  if (words.length === 0) return sql`true`
  const every = join(
    words.map((word) =>
      any([...findsWord(sql`o.search`, word), ...findsWord(sql`o.goods`, word), ...findsNumber(word)]),
    ),
    ' and ',
  )
  return words.length === 1 ? every : any([every, ...findsNumber(text)])
}

const any = (conditions: readonly Sql[]): Sql => sql`(${join([...conditions], ' or ')})`

/** What a text may mean as a number: that of the order, the VAT number or phone of its customer, its amount. */
function findsNumber(text: string): Sql[] {
  const found: Sql[] = []
  if (/^#?\d{1,15}$/.test(text)) found.push(sql`o.id = ${Number(text.replace('#', ''))}`)
  const customers = matchesNumber(text)
  if (customers) found.push(sql`o.customer_id = any(array(select id from customers where not system and ${customers}))`)
  return [...found, ...findsAmount(text)]
}

/** The amount with VAT or without: exactly when cents are given, else with any cents. */
function findsAmount(text: string): Sql[] {
  const amount = /^€?\s*[\d.,\s]+€?$/.test(text) ? parseDecimal(text, 2) : null
  if (amount === null) return []
  const columns = [sql`o.total_cents`, sql`o.products_cents`]
  return /[.,]\d/.test(text)
    ? columns.map((column) => sql`${column} = ${amount}`)
    : columns.map((column) => sql`(${column} >= ${amount} and ${column} < ${amount}::bigint + 100)`)
}
