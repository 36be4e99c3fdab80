import { type Sql, sql } from '#server/db/database.ts'

/**
 * How much of a product open orders were promised: their lines and what they lend, from the order until it is packed
 * (ruling C-11). A piece of SQL; `product` is the expression of the product's id.
 */
export const promisedQuantity = (product: Sql, exceptOrderId: number | null = null): Sql => sql`(
  select coalesce(sum(promise.quantity_e4), 0)::bigint from promised_goods promise
  where promise.product_id = ${product} and promise.order_id is distinct from ${exceptOrderId}::bigint)`
