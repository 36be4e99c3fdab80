/**
 * Compares orders with the stock in SQL, by the rules of features/stock/domain/availability.ts. The database's
 * function `is_short` decides, and all queries of orders use these parts. A test compares both.
 */
import { type Sql, sql } from '#server/db/database.ts'
import { WAITING_STATUSES } from '../domain/order.ts'

/** Selects the names of the short products of an order `o`, among those it sells and those it lends (C-77). */
export const SHORT: Sql = sql`coalesce((
  select json_agg(n.name order by n.product_id)
  from order_needs n join products p on p.id = n.product_id
  where n.order_id = o.id and is_short(p.stock_e4 - n.quantity_e4)), '[]')`

/**
 * Joins the product `p` of each line or loan `l` of an order `o`, and the total quantity `needed` that the order takes of it. The
 * goods of the order are added up once: without `offset 0` they would be read again for each line.
 */
export const PRODUCTS_OF_ORDER: Sql = sql`
  join products p on p.id = l.product_id
  left join (select product_id, quantity_e4 from order_needs where order_id = o.id offset 0) needed
    on needed.product_id = l.product_id`

/** Selects whether the stock of the product covers what the order needs of it, after `PRODUCTS_OF_ORDER`. A service needs none. */
export const STOCK_STATUS: Sql = sql`case when is_short(p.stock_e4 - needed.quantity_e4) then 'STOCK-FAULT' else 'STOCK-OK' end`

/** Reports whether the status of an order `o` depends on the stock. */
export const IS_WAITING: Sql = sql`o.status = any(${WAITING_STATUSES}::text[])`

/** Selects the names of the short products of an order `o` whose status depends on the stock. Of others nothing is read. */
export const SHORT_IF_WAITING: Sql = sql`case when ${IS_WAITING} then ${SHORT} else '[]' end`

/**
 * Selects the goods that an order takes from stock, to be joined for each order separately. Without `offset 0` the
 * database may read the lines of all orders to find those of the open ones.
 */
export const goodsOf = (orderId: Sql): Sql => sql`lateral (
  select product_id, quantity_e4 from order_goods where order_id = ${orderId} offset 0)`
