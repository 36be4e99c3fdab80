/** Declares orders to notes, mails and the search. */
import { refusal } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { empty, join, type Rows, sql } from '#server/db/database.ts'
import type { CarryingEntity, Found, Wanted } from '#server/entities.ts'
import { isIndexed, matchesWords } from '#server/search-text.ts'
import { ordersEntity } from '../domain/entity.ts'
import { ordersRights } from '../domain/rights.ts'
import { hasWords } from './search/find-orders.ts'

/** Finds the order with the number, and orders by words that are long enough for the index. */
async function findOrders(rows: Rows, { text, number, most }: Wanted): Promise<readonly Found[]> {
  const ofNumber = number === null ? sql`false` : sql`id = ${number}`
  const hasText = sql`id in (select order_id from order_search where ${matchesWords(sql`search`, text)})`
  // two letters match too many orders to read them
  const words = isIndexed(text)
    ? sql`union select id from (
        select id from orders o
        where ${join([sql`status <> 'OFFER-DELETE'`, ...(await hasWords(rows, text)), hasText], ' and ')}
        order by id desc limit ${most}) by_name`
    : empty
  return rows.many<Found>(sql`
    select id, '#' || id || ' ' || name as title,
      concat_ws(' · ', nullif(label, ''), to_char(created_at at time zone 'Europe/Athens', 'DD/MM/YYYY')) as subtitle,
      status, coalesce(id = ${number}::bigint, false) as exact
    from orders
    where status <> 'OFFER-DELETE' and id in (select id from orders where ${ofNumber} ${words})
    order by exact desc, id desc limit ${most}`)
}

const WITHDRAWN = ['CANCELED', 'OFFER-DELETE']

export const storedOrders: CarryingEntity = {
  ...ordersEntity,
  // only people who may restore a deleted offer can find it (C-02)
  there: (id, { role }) => sql`
    select id from orders
    where id = ${id} and (status <> 'OFFER-DELETE' or ${may(role, ordersRights.restoreOffer)}::boolean)`,
  // a mail about an order that was cancelled or deleted meanwhile is not sent again
  whyNoMail: async (rows, id) => {
    const { status } = await rows.one<{ status: string }>(sql`select status from orders where id = ${id}`)
    return WITHDRAWN.includes(status) ? refusal('refused', 'mail.withdrawn', { status }) : null
  },
  find: findOrders,
}
