/** Products of which open orders need more than there is. */
import { productsEntity } from '#features/products/domain/entity.ts'
import { addressOf } from '#kernel/entity.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS, type Thing } from '#server/notices/notices.ts'
import { stockRights } from '../domain/rights.ts'

/** Returns the names and addresses of products. */
export async function productThings(rows: Rows, ids: readonly number[]): Promise<readonly Thing[]> {
  const found = await rows.many<{ id: number; title: string }>(sql`
    select id, concat_ws(' ', name, nullif(sku, '')) as title from products where id = any(${[...ids]}::bigint[])`)
  return found.map(({ id, title }) => ({ id, title, to: addressOf(productsEntity, id) }))
}

export const lowStock: FactKind = {
  name: 'stock.low',
  right: stockRights.read,
  page: null,
  // reads what open orders promise, and of the products only those
  find: async (rows: Rows) => {
    const found = await rows.many<{ id: number }>(sql`
      select p.id from (select product_id, sum(quantity_e4) as promised_e4 from promised_lines group by product_id) need
      join products p on p.id = need.product_id
      where is_short(p.stock_e4 - need.promised_e4) and not p.service order by p.id limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: productThings,
}
