/**
 * What the shelf says about orders, as SQL: the twin of features/stock/domain/availability.ts. The decisions are the
 * database's functions `is_short` and `is_contested`; every query of orders asks through these pieces.
 */
import { type Sql, sql } from '#server/db/database.ts'
import { WAITING_STATUSES } from '../domain/order.ts'

/** The names of what the shelf holds too little of for an order `o`: products it sells and pieces it lends (C-77). */
export const SHORT: Sql = sql`coalesce((
  select json_agg(n.name order by n.product_id)
  from order_needs n join products p on p.id = n.product_id
  where n.order_id = o.id and is_short(p.stock_e4 - n.quantity_e4)), '[]')`

/** Whether the shelf covers what an order wants in all of the product `p` of its line or loan `l`. */
export const STOCK_STATUS: Sql = sql`(
  select case when is_short(p.stock_e4 - n.quantity_e4) then 'STOCK-FAULT' else 'STOCK-OK' end
  from order_needs n where n.order_id = l.order_id and n.product_id = l.product_id)`

/** Whether stock decides the status of an order `o`: only such orders are asked about the shelf. */
export const IS_WAITING: Sql = sql`o.status = any(${WAITING_STATUSES}::text[])`

/**
 * What an order takes from the shelf, to be joined for each order by itself. Without `offset 0` the database may read the
 * lines of the orders of all years to find those of the open ones.
 */
export const goodsOf = (orderId: Sql): Sql => sql`lateral (
  select product_id, quantity_e4 from order_goods where order_id = ${orderId} offset 0)`
