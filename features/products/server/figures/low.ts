import { type Sql, sql } from '#server/db/database.ts'
import { incomingQuantity, incomingSums } from './incoming.ts'
import { promisedQuantity, promisedSums } from './promised.ts'

/** The condition that `products p` is running out, from these quantities, as SQL. */
export const isLowWith = (promised: Sql, incoming: Sql): Sql => sql`(p.reorder_point_e4 is not null and not p.service
  and is_low(p.stock_e4 - ${promised}, ${incoming}, p.reorder_point_e4))`

/** The condition that one product `products p` is running out. Lists use `LOW_PRODUCTS`, which reads each sum once. */
export const isLow: Sql = isLowWith(promisedQuantity(sql`p.id`), incomingQuantity(sql`p.id`))

/** The ids of all products that are running out, as SQL. An index finds the products with a reorder point. */
export const LOW_PRODUCTS: Sql = sql`
  select p.id from products p
  left join ${promisedSums()} promise on promise.product_id = p.id
  left join ${incomingSums()} coming on coming.product_id = p.id
  where ${isLowWith(sql`coalesce(promise.quantity_e4, 0)`, sql`coalesce(coming.quantity_e4, 0)`)}`
