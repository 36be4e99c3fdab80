/** Declares inbound invoices to notes, mails and the search. */
import { lookAlikeKey } from '#kernel/fold.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { CarryingEntity, Found, SearchedKind, Wanted } from '#server/entities.ts'
import { beginsWith } from '#server/search-text.ts'
import { invoicesEntity } from '#features/buying/domain/entity.ts'

const NUMBER = sql`look_alike_key(number)`

/** A shorter beginning would fit too many invoices. */
const SHORTEST_BEGINNING = 3

/**
 * Returns the invoices whose number is the text or begins with it, the newest first. Letters that look alike do not differ (C-100). By name the
 * provider is found.
 */
async function findInvoices(rows: Rows, { text, most }: Wanted): Promise<readonly Found[]> {
  const number = lookAlikeKey(text)
  const begins = number.length < SHORTEST_BEGINNING ? sql`` : sql` or ${NUMBER} like ${beginsWith(number)}`
  return rows.many<Found>(sql`
    select id, number || ' ' || provider_name as title,
      replace(trim(to_char(total_cents / 100.0, '999999999990.00')), '.', ',') || ' €' as subtitle, import_date::text as day,
      case when state = 'CANCELED' then state end as status, ${NUMBER} = ${number} as exact
    from inbound_invoices
    where number <> '' and (${NUMBER} = ${number}${begins})
    order by ${NUMBER} = ${number} desc, id desc limit ${most}`)
}

export const storedInvoices: CarryingEntity = {
  ...invoicesEntity,
  there: (id) => sql`select id from inbound_invoices where id = ${id}`,
}

export const searchedInvoices: SearchedKind = { ...invoicesEntity, find: findInvoices }
