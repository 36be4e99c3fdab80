/** Declares orders to notes, mails and the search. */
import { refusal } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { join, type Rows, sql } from '#server/db/database.ts'
import type { CarryingEntity, Found, SearchedKind, Wanted } from '#server/entities.ts'
import { isIndexed, matchesWords, wordsOf } from '#server/search-text.ts'
import { ordersEntity } from '../domain/entity.ts'
import { CLOSED_STATUSES, isWithdrawn, type OrderStatus } from '../domain/order.ts'
import { ordersRights } from '../domain/rights.ts'
import { NOT_DELETED_BY_INDEX } from './list-conditions.ts'
import { readNewest } from './search/nearby-orders.ts'
import { hasWord, ORDER_TEXTS } from './search/searched-words.ts'

/** Finds the order with the number, and orders by words that are long enough for the index. */
async function findOrders(rows: Rows, { text, number, most }: Wanted): Promise<readonly Found[]> {
  const ofNumber = number === null ? [] : [number]
  // two letters match too many orders to read them
  const byWords = isIndexed(text) ? await newestWithWords(rows, text, most) : []
  return rows.many<Found>(sql`
    select id, '#' || id || ' ' || name as title,
      label as subtitle, (created_at at time zone 'Europe/Athens')::date::text as day,
      status, coalesce(id = ${number}::bigint, false) as exact
    from orders
    where status <> 'OFFER-DELETE' and id = any(${[...ofNumber, ...byWords]}::bigint[])
    order by exact desc, id desc limit ${most}`)
}

/** Returns the numbers of the newest orders, at most `most`, whose own texts have all words. */
async function newestWithWords(rows: Rows, text: string, most: number): Promise<readonly number[]> {
  const words = wordsOf(text)
  const all = [NOT_DELETED_BY_INDEX]
  for (const word of words.filter(isIndexed)) all.push(await hasWord(rows, word, () => true))
  const short = words.filter((word) => !isIndexed(word))
  // the database would expect hardly any order with the short words, and read all that have the others
  if (short.length > 0) all.push(sql`coalesce(${matchesWords(sql`o.search`, short.join(' '))}, false)`)
  const where = join(all, ' and ')
  return readNewest({ rows, from: ORDER_TEXTS, where, wanted: most, overestimated: /\d/.test(text) })
}

export const storedOrders: CarryingEntity = {
  ...ordersEntity,
  // only people who may restore a deleted offer can find it (C-02)
  there: (id, actor) => sql`
    select id from orders
    where id = ${id} and (status <> 'OFFER-DELETE' or ${may(actor, ordersRights.restoreOffer)}::boolean)`,
  // a mail about an order that was cancelled or deleted meanwhile is not sent again
  whyNoMail: async (rows, id) => {
    const { status } = await rows.one<{ status: OrderStatus }>(sql`select status from orders where id = ${id}`)
    return isWithdrawn(status) ? refusal('refused', 'mail.withdrawn', { status }) : null
  },
  open: (id) => sql`select from orders o where o.id = ${id} and o.status <> all(${CLOSED_STATUSES}::text[])`,
}

export const searchedOrders: SearchedKind = { ...ordersEntity, find: findOrders }
