/** Products that are running out: less of them is free and on its way than their reorder point says. */
import { type Rows, sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import { RUNNING_OUT_PAGE } from '#features/products/domain/reorder.ts'
import { stockRights } from '../domain/rights.ts'
import { productThings } from './low-stock.ts'

/**
 * A product is named once when it falls below its reorder point, and again only after it was above. Movements, orders, tasks and
 * the reorder point itself may change that.
 */
export const runningOut: FactKind = {
  name: 'stock.reorder',
  right: stockRights.read,
  topics: ['products', 'orders', 'tasks'],
  page: RUNNING_OUT_PAGE,
  // reads the products with a reorder point, and what is promised and on its way
  find: async (rows: Rows) => {
    const found = await rows.many<{ id: number }>(sql`
      select p.id from products p
      left join (select product_id, sum(quantity_e4) as promised_e4 from promised_lines group by product_id) need
        on need.product_id = p.id
      left join (select product_id, sum(quantity_e4) as incoming_e4 from incoming_goods group by product_id) coming
        on coming.product_id = p.id
      where p.reorder_point_e4 is not null and not p.service
        and is_low(p.stock_e4 - coalesce(need.promised_e4, 0), coalesce(coming.incoming_e4, 0), p.reorder_point_e4)
      order by p.id limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: productThings,
}
