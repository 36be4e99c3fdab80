/** Products that are running out: less of them is free and on its way than their reorder point says. */
import { type Rows, sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import { RUNNING_OUT_PAGE } from '#features/products/domain/marks.ts'
import { LOW_PRODUCTS } from '#features/products/server/figures/low.ts'
import { stockRights } from '../domain/rights.ts'
import { productThings } from './low-stock.ts'

/**
 * A product is named once when it falls below its reorder point, and again only after it was above. Movements, orders, tasks and
 * the reorder point itself may change that.
 */
export const runningOut: FactKind = {
  name: 'stock.reorder',
  right: stockRights.read,
  page: RUNNING_OUT_PAGE,
  // reads the products with a reorder point, and what is promised and on its way
  find: async (rows: Rows) => {
    const found = await rows.many<{ id: number }>(
      sql`select id from (${LOW_PRODUCTS}) low order by id limit ${MOST_FACTS}`,
    )
    return found.map(({ id }) => id)
  },
  things: productThings,
}
