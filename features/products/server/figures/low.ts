import { type Sql, sql } from '#server/db/database.ts'
import { incomingQuantity } from './incoming.ts'
import { promisedQuantity } from './promised.ts'

/** The condition that `products p` is running out. Products without a reorder point are left out first, by an index. */
export const isLow: Sql = sql`(p.reorder_point_e4 is not null and not p.service
  and is_low(p.stock_e4 - ${promisedQuantity(sql`p.id`)}, ${incomingQuantity(sql`p.id`)}, p.reorder_point_e4))`
