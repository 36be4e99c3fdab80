/** Payments as the search over everything finds them. */
import { type Rows, sql } from '#server/db/database.ts'
import type { Found, SearchedKind, Wanted } from '#server/entities.ts'
import { beginsWith } from '#server/search-text.ts'
import { paymentsEntity } from '../domain/entity.ts'

/** A shorter beginning would fit too many receipts. */
const SHORTEST_BEGINNING = 3

/**
 * Returns the payments whose receipt number is the text or begins with it, the newest first. By name the customer
 * or provider is found.
 */
async function findPayments(rows: Rows, { text, most }: Wanted): Promise<readonly Found[]> {
  const code = text.toLowerCase()
  const begins = code.length < SHORTEST_BEGINNING ? sql`` : sql` or lower(receipt_code) like ${beginsWith(code)}`
  return rows.many<Found>(sql`
    select id, receipt_code || ' ' || entity_name as title,
      replace(trim(to_char(amount_cents / 100.0, '999999999990.00')), '.', ',') || ' €' as subtitle, date::text as day,
      null as status, lower(receipt_code) = ${code} as exact
    from payments
    where receipt_code <> '' and (lower(receipt_code) = ${code}${begins})
    order by lower(receipt_code) = ${code} desc, id desc limit ${most}`)
}

export const searchedPayments: SearchedKind = { ...paymentsEntity, find: findPayments }
