/** Finds the loan records of the list. Each filter and sort has an index that goes on by time, so that a page reads its own rows. */
import type { z } from 'zod'
import { keptQuery } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf } from '#server/paging.ts'
import { matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'

type Question = z.output<typeof contract.loanListInput>

const SORT_COLUMNS: Readonly<Record<(typeof contract.LOAN_SORTS)[number], string>> = {
  at: 'l.created_at',
  customer: 'l.customer_name collate "und-x-icu"',
  product: 'l.product_name collate "und-x-icu"',
  quantity: 'l.quantity_e4',
}

/** The table and the conditions. Days are days in Athens. A search reads the names as they were when the loan was recorded. */
function found({ search, filters }: Question): Sql {
  const { customerId, productId, orderId, customer, product, bound, origin, atFrom, atTo } = filters
  const all: Sql[] = [sql`true`]
  if (customerId !== undefined) all.push(sql`l.customer_id = ${customerId}`)
  if (productId !== undefined) all.push(sql`l.product_id = ${productId}`)
  if (orderId !== undefined) all.push(sql`l.order_id = ${orderId}`)
  if (customer) all.push(matchesWords(sql`l.search`, customer), named('l.customer_name', customer))
  if (product) all.push(matchesWords(sql`l.search`, product), named('l.product_name', product))
  if (bound) all.push(sql`l.bound = any(${bound}::text[])`)
  if (origin) all.push(sql`l.origin = any(${origin}::text[])`)
  if (atFrom) all.push(sql`l.created_at >= ${atFrom}::date::timestamp at time zone 'Europe/Athens'`)
  if (atTo) all.push(sql`l.created_at < (${atTo}::date + 1)::timestamp at time zone 'Europe/Athens'`)
  if (search !== '') all.push(matchesWords(sql`l.search`, search))
  return sql`from loans l where ${join(all, ' and ')}`
}

/** Reports whether the words are in one of the names. The search column before it limits the rows to read, by its index. */
const named = (name: string, text: string): Sql => {
  const column = raw(name)
  return matchesWords(sql`(fold(${column}) || ' ' || phonetic_key(${column}))`, text)
}

export const loanListQuery = keptQuery(contract.loanList, async ({ rows }, input) => {
  const { sort = 'at', descending = sort === 'at', page } = input
  const direction = raw(descending ? 'desc' : 'asc')
  const loans = await rows.many<contract.LoanRow>(sql`
    select l.id, l.created_at as at, l.bound, l.customer_id as "customerId", l.customer_name as customer,
      l.product_id as "productId", l.product_name as product, l.order_id as "orderId", l.origin, l.quantity_e4 as quantity,
      l.user_name as person, l.note, l.reason
    ${found(input)}
    order by ${raw(SORT_COLUMNS[sort])} ${direction}, l.id ${direction}
    ${pageOf(page, contract.LOANS_PAGE)}`)
  return { rows: loans.slice(0, contract.LOANS_PAGE), more: loans.length > contract.LOANS_PAGE }
})

export const countLoansQuery = keptQuery(contract.countLoans, ({ rows }, input) => countRows(rows, found(input)))
