/** Orders that came back, until somebody decides what happens with them. */
import { addressOf } from '#kernel/entity.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS, type Thing } from '#server/notices/notices.ts'
import { ordersEntity } from '../domain/entity.ts'
import { ordersRights } from '../domain/rights.ts'

/** Returns orders as links. */
export async function ordersAsThings(rows: Rows, ids: readonly number[]): Promise<Thing[]> {
  const found = await rows.many<{ id: number; title: string }>(sql`
    select id, '#' || id || ' ' || name as title from orders where id = any(${[...ids]}::bigint[])`)
  return found.map(({ id, title }) => ({ id, title, to: addressOf(ordersEntity, id) }))
}

export const returnedOrders: FactKind = {
  name: 'orders.returned',
  right: ordersRights.read,
  page: '/orders?show=RETURNED',
  find: async (rows) => {
    const found = await rows.many<{ id: number }>(sql`
      select id from orders where status = 'RETURNED' order by id desc limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: ordersAsThings,
}
