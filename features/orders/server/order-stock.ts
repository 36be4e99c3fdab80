/**
 * Compares orders with the stock in SQL, by the rules of features/stock/domain/availability.ts. The database's
 * functions `is_short` and `is_contested` decide, and all queries of orders use these parts. A test compares both.
 */
import { type Sql, sql } from '#server/db/database.ts'
import { WAITING_STATUSES } from '../domain/order.ts'

/** Selects the names of the short products of an order `o`, among those it sells and those it lends (C-77). */
export const SHORT: Sql = sql`coalesce((
  select json_agg(n.name order by n.product_id)
  from order_needs n join products p on p.id = n.product_id
  where n.order_id = o.id and is_short(p.stock_e4 - n.quantity_e4)), '[]')`

/**
 * Selects whether the stock of product `p` covers the total quantity that the order of the line or loan `l` needs of
 * it. A service needs none.
 */
export const STOCK_STATUS: Sql = sql`coalesce((
  select case when is_short(p.stock_e4 - n.quantity_e4) then 'STOCK-FAULT' else 'STOCK-OK' end
  from order_needs n where n.order_id = l.order_id and n.product_id = l.product_id), 'STOCK-OK')`

/** Reports whether the status of an order `o` depends on the stock. */
export const IS_WAITING: Sql = sql`o.status = any(${WAITING_STATUSES}::text[])`

/**
 * Selects the goods that an order takes from stock, to be joined for each order separately. Without `offset 0` the
 * database may read the lines of all orders to find those of the open ones.
 */
export const goodsOf = (orderId: Sql): Sql => sql`lateral (
  select product_id, quantity_e4 from order_goods where order_id = ${orderId} offset 0)`
