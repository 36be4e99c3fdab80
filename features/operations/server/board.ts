/** The orders of the operations board, each with its tasks and with what the shelf says to it. */
import { OPEN_TASKS } from '#features/orders/server/lock-orders.ts'
import { readOrderPage } from '#features/orders/server/queries.ts'
import { PROMISED_STATUSES } from '#features/orders/domain/order.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import * as contract from '../domain/board-contract.ts'

const TASKS = sql`(select count(*)::int from tasks t where t.order_id = o.id) as tasks, ${OPEN_TASKS} as "tasksOpen",`

export const boardOrdersQuery = query(contract.boardOrders, async (view, input) => {
  const { rows, more } = await readOrderPage<{ tasks: number; tasksOpen: number }>(view, input, TASKS)
  const waiting = rows.filter((row) => PROMISED_STATUSES.includes(row.status)).map((row) => row.id)
  const marks = await shelfMarks(view.rows, waiting)
  return {
    rows: rows.map(({ tasksOpen, ...row }) => ({
      ...row,
      openTasks: tasksOpen,
      short: marks.get(row.id)?.short ?? false,
      contested: marks.get(row.id)?.contested ?? false,
    })),
    more,
  }
})

type Marks = { readonly short: boolean; readonly contested: boolean }

/**
 * Of which of these orders the shelf lacks something, and of which it has enough but part of it was promised to others:
 * stock less the lines and loans of other open orders. All at once, in one statement.
 */
async function shelfMarks(rows: Rows, orderIds: readonly number[]): Promise<Map<number, Marks>> {
  if (orderIds.length === 0) return new Map()
  const found = await rows.many<Marks & { id: number }>(sql`
    with mine as materialized (
      select order_id, product_id, sum(quantity_e4) as wanted
      from order_lines where order_id = any(${[...orderIds]}::bigint[]) group by order_id, product_id
    ), lent as materialized (
      select order_id, product_id, sum(quantity_e4) as pieces
      from order_loans where order_id = any(${[...orderIds]}::bigint[]) group by order_id, product_id
    ), promised as materialized (
      select promise.product_id, sum(promise.quantity_e4) as pieces
      from orders o
      join lateral (
        select product_id, quantity_e4 from order_lines where order_id = o.id
        union all
        select product_id, quantity_e4 from order_loans where order_id = o.id
      ) promise on true
      where o.status in ('PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE')
      group by promise.product_id
    )
    select mine.order_id as id, bool_or(p.stock_e4 < mine.wanted) as short,
      bool_or(p.stock_e4 >= mine.wanted
        and p.stock_e4 - (promised.pieces - mine.wanted - coalesce(lent.pieces, 0)) < mine.wanted) as contested
    from mine
    join products p on p.id = mine.product_id
    join promised on promised.product_id = mine.product_id
    left join lent on lent.order_id = mine.order_id and lent.product_id = mine.product_id
    group by mine.order_id`)
  return new Map(found.map((row) => [row.id, row]))
}
