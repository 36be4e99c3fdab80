/** What mails about orders that entered a saved view need. */
import { addressOf } from '#kernel/entity.ts'
import { sql } from '#server/db/database.ts'
import type { ListAlert, ListedThing } from '#server/lists/declared-list.ts'
import { ordersEntity } from '../domain/entity.ts'
import { listOrders } from '../domain/list-contract.ts'
import { FILTERS, FIRST_FILTER, fixedFilter } from '../domain/order-filters.ts'
import { readOrderIds } from './queries.ts'

export const orderAlert: ListAlert = {
  entity: ordersEntity.name,
  fixed: ({ show }) => fixedFilter(FILTERS.find((filter) => filter === show) ?? FIRST_FILTER),
  ids: (view, question, most) => readOrderIds(view, listOrders.input.parse(question), most),
  things: async (rows, ids) => {
    const found = await rows.many<Omit<ListedThing, 'to'>>(sql`
      select id, '#' || id || ' ' || name as title, (created_at at time zone 'Europe/Athens')::date::text as day,
        total_cents as cents
      from orders where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
    return found.map((order) => ({ ...order, to: addressOf(ordersEntity, order.id) }))
  },
}
