import { type Sql, sql } from '#server/db/database.ts'

/**
 * How much of a product open orders were promised: their lines and what they lend, from the order until it is packed
 * (ruling C-11). A piece of SQL; `product` is the expression of the product's id.
 */
export const promisedQuantity = (product: Sql, exceptOrderId: number | null = null): Sql => sql`(
  select coalesce(sum(promise.quantity_e4), 0)::bigint
  from (
    select order_id, quantity_e4 from order_lines where product_id = ${product}
    union all
    select order_id, quantity_e4 from order_loans where product_id = ${product}
  ) promise
  join orders on orders.id = promise.order_id and orders.status in ('PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE')
  where orders.id is distinct from ${exceptOrderId}::bigint)`
