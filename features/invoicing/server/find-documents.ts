/** Issued invoices and credit notes as the search over everything finds them. */
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { addressOf } from '#kernel/entity.ts'
import { phoneticKey } from '#kernel/phonetic-key.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Found, SearchedKind, Wanted } from '#server/entities.ts'
import { beginsWith } from '#server/search-text.ts'

/** A shorter beginning of a MARK fits too many documents. */
const SHORTEST_MARK = 5

/** Returns the condition for a number with or without its series, such as "ΤΠ 4711"; null if the text is none. */
function byNumber({ text, number }: Wanted): Sql | null {
  if (number !== null) return sql`number = ${number}::bigint`
  const typed = /^(\D+?)[\s-]*(\d{1,15})$/.exec(text)
  return typed && sql`(number = ${Number(typed[2])}::bigint and phonetic_key(series) = ${phoneticKey(typed[1] ?? '')})`
}

/** Returns the issued documents with the number, with or without the series, and those whose MARK begins with the text. */
async function findDocuments(rows: Rows, wanted: Wanted): Promise<readonly Found[]> {
  const { text, most } = wanted
  const numbered = byNumber(wanted)
  const marked = /^\d+$/.test(text) && text.length >= SHORTEST_MARK ? sql`mark like ${beginsWith(text)}` : null
  const conditions = [numbered, marked].filter((condition) => condition !== null)
  const documents = await Promise.all(
    conditions.map((condition) =>
      rows.many<{
        id: number
        orderId: number
        title: string
        mark: string | null
        name: string
        day: string
      }>(sql`
        select id, order_id as "orderId", concat_ws(' ', series, number) as title, mark, coalesce(request -> 'customer' ->> 'name', '') as name,
          coalesce(request ->> 'day', to_char(created_at at time zone 'Europe/Athens', 'YYYY-MM-DD')) as day
        from accounting_documents where status = 'ACKNOWLEDGED' and ${condition} order by id desc limit ${most}`),
    ),
  )
  const byId = new Map(documents.flat().map((document) => [document.id, document]))
  return [...byId.values()].slice(0, most).map(({ id, orderId, title, mark, name, day }) => ({
    id,
    to: addressOf(ordersEntity, orderId),
    title: `${title} ${name}`.trim(),
    subtitle: mark === null ? '' : `ΜΑΡΚ ${mark}`,
    day,
    status: null,
    exact: mark === text || numbered !== null,
  }))
}

export const searchedDocuments: SearchedKind = { name: 'documents', read: ordersRights.read, find: findDocuments }
