/** The queries of production tasks. */
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { type OrderTask, tasksOfOrder } from '../domain/contract.ts'

/** Returns the tasks of an order. A workshop account gets only those of its own section. */
export const tasksOfOrderQuery = query(tasksOfOrder, async ({ rows, actor }, { orderId }) => ({
  rows: await rows.many<OrderTask>(sql`
    select t.id, t.section, t.name, t.status, t.quantity_e4 as quantity, coalesce(p.unit, '') as unit, t.seq,
      t.product_id as "productId", coalesce(p.name, t.product_name) as product, t.expected_at as expected
    from tasks t left join products p on p.id = t.product_id
    where t.order_id = ${orderId}
      and (${actor.role === 'section' ? actor.section : null}::text is null or t.section = ${actor.section ?? ''})
    order by coalesce(p.name, t.product_name) collate "und-x-icu", t.taskref, t.seq, t.id`),
}))
