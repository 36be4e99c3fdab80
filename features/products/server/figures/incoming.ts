import { type Sql, sql } from '#server/db/database.ts'

/**
 * The quantity of a product that is on its way into the stock, as SQL. The view `incoming_goods` names the sources: today the
 * open production tasks. `product` is the SQL expression of the product id.
 */
export const incomingQuantity = (product: Sql): Sql => sql`(
  select coalesce(sum(coming.quantity_e4), 0)::bigint from incoming_goods coming where coming.product_id = ${product})`
