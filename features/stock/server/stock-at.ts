/** Reads the stock of products at a past moment from the ledger. */
import type { Quantity } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { stockOnDay } from '../domain/contract.ts'

/** The end of a day in Athens, as SQL: the first moment that does not belong to it. */
export const endOfDay = (day: string): Sql => sql`(${day}::date + 1)::timestamp at time zone 'Europe/Athens'`

/**
 * The stock of a product right before a moment, as SQL: the balance of its last movement before it, or 0. One look into
 * the index finds it, because the movements of a product stand in the order of their time.
 */
export const stockBefore = (product: Sql, moment: Sql): Sql => sql`coalesce((
  select past.balance_e4 from stock_movements past where past.product_id = ${product} and past.at < ${moment}
  order by past.at desc, past.id desc limit 1), 0)`

/** Returns the stock of some products at the end of a day, in the order of the given ids. */
export const stockOnDayQuery = query(stockOnDay, async (view, { productIds, day }) => {
  const rows = await view.rows.many<{ productId: number; stock: Quantity }>(sql`
    select p.id as "productId", ${stockBefore(sql`p.id`, endOfDay(day))} as stock
    from unnest(${[...productIds]}::bigint[]) with ordinality asked (id, place) join products p on p.id = asked.id
    order by asked.place`)
  return { rows }
})
