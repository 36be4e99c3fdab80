/** Finds the loan records of the list. Each filter and sort has an index that goes on by time, so that a page reads its own rows. */
import { raw, type Sql, sql } from '#server/db/database.ts'
import { listQueries } from '#server/records/list.ts'
import { matchesWords } from '#server/search-text.ts'
import { loanList } from '../domain/contract.ts'

/** Returns the condition that the words are in one of the names. The search column limits the rows to read, by its index. */
const named = (name: string, text: string): Sql => {
  const column = raw(name)
  return sql`${matchesWords(sql`l.search`, text)} and ${matchesWords(sql`(fold(${column}) || ' ' || phonetic_key(${column}))`, text)}`
}

export const [loanListQuery, countLoansQuery] = listQueries(loanList, {
  from: sql`loans l`,
  alias: 'l',
  row: { customerId: sql`l.customer_id`, productId: sql`l.product_id`, note: sql`l.note` },
  filters: {
    customerId: (id) => sql`l.customer_id = ${id}`,
    productId: (id) => sql`l.product_id = ${id}`,
    orderId: (id) => sql`l.order_id = ${id}`,
    customer: (text) => named('l.customer_name', text),
    product: (text) => named('l.product_name', text),
  },
  // the names as they were when the loan was recorded
  search: (text) => matchesWords(sql`l.search`, text),
  sort: 'at',
  newestFirst: true,
})
