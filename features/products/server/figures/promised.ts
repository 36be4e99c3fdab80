import { empty, type Sql, sql } from '#server/db/database.ts'

/**
 * The quantity of a product that is promised to open orders, as SQL: their lines and lent items until they are packaged
 * (C-11). `product` is the SQL expression of the product id.
 */
export const promisedQuantity = (product: Sql, exceptOrderId: number | null = null): Sql => sql`(
  select coalesce(sum(promise.quantity_e4), 0)::bigint from promised_lines promise
  where promise.product_id = ${product} and promise.order_id is distinct from ${exceptOrderId}::bigint)`

/** The promised quantity of each product, or of some, that open orders name, as SQL. What `exceptOrderId` was promised does not count. */
export const promisedSums = (
  productIds: readonly number[] | null = null,
  exceptOrderId: number | null = null,
): Sql => sql`(
  select product_id, sum(quantity_e4)::bigint as quantity_e4 from promised_lines
  where ${productIds === null ? sql`true` : sql`product_id = any(${[...productIds]}::bigint[])`}
    ${exceptOrderId === null ? empty : sql`and order_id <> ${exceptOrderId}`} group by product_id)`
