import { empty, type Sql, sql } from '#server/db/database.ts'

/**
 * The quantity of a product that is on its way into the stock, as SQL. The view `incoming_goods` names the sources: open
 * production tasks and orders at providers. `product` is the SQL expression of the product id.
 */
export const incomingQuantity = (product: Sql): Sql => sql`(
  select coalesce(sum(coming.quantity_e4), 0)::bigint from incoming_goods coming where coming.product_id = ${product})`

/** The quantity on its way of each product, or of some, that has one, as SQL. */
export const incomingSums = (productIds: readonly number[] | null = null): Sql => sql`(
  select product_id, sum(quantity_e4)::bigint as quantity_e4 from incoming_goods
  ${productIds === null ? empty : sql`where product_id = any(${[...productIds]}::bigint[])`} group by product_id)`
