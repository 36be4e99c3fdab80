import { type Sql, sql } from '#server/db/database.ts'

/**
 * The quantity of a product that is promised to open orders, as SQL: their lines and lent items until they are packaged
 * (C-11). `product` is the SQL expression of the product id.
 */
export const promisedQuantity = (product: Sql, exceptOrderId: number | null = null): Sql => sql`(
  select coalesce(sum(promise.quantity_e4), 0)::bigint from promised_goods promise
  where promise.product_id = ${product} and promise.order_id is distinct from ${exceptOrderId}::bigint)`
