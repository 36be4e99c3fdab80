import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { pickingList } from '../domain/contract.ts'
import { inWalkingOrder, type PickingRow } from '../domain/picking.ts'

/** Sums the goods of orders that wait for packaging, sold and lent pieces together, because both lie on the shelf. */
export const pickingListQuery = query(pickingList, async ({ rows }, { ids }) => {
  const orders = await rows.many<{ id: number; name: string }>(sql`
    select id, name from orders where id = any(${ids}::bigint[]) and status = 'TO-PACKAGE'
    order by array_position(${ids}::bigint[], id)`)
  const waiting = orders.map(({ id }) => id)
  const found = await rows.many<PickingRow>(sql`
    with of_order as (
      select order_id, product_id, quantity_e4 as quantity from order_needs where order_id = any(${waiting}::bigint[])
    )
    select p.id as "productId", p.name, p.sku, p.unit, p.store_part as "storePart", p.store_floor as "storeFloor", p.shelf, p.stock_e4 as stock,
      sum(g.quantity)::bigint as quantity,
      json_agg(json_build_object('orderId', g.order_id, 'quantity', g.quantity)
        order by array_position(${waiting}::bigint[], g.order_id)) as orders
    from of_order g join products p on p.id = g.product_id
    group by p.id`)
  return { orders, rows: inWalkingOrder(found) }
})
