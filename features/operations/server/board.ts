/** Reads the orders of the operations board, each with its tasks and whether it is short or contested. */
import { type ReadRow, readOrderPage } from '#features/orders/server/list-pages.ts'
import { readFoundIn } from '#features/orders/server/search/found-in.ts'
import { OPEN_TASKS } from '#features/orders/server/lock-orders.ts'
import { PROMISED_STATUSES } from '#features/orders/domain/order.ts'
import { availabilityOf, type Need } from '#features/stock/domain/availability.ts'
import { type Quantity, subtractQuantity } from '#kernel/money.ts'
import { keptQuery } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import * as contract from '../domain/board-contract.ts'

const TASKS = sql`(
  select count(*)::int from tasks t where t.order_id = o.id and t.work = 'PRODUCTION' and t.status <> 'CANCELED') as tasks, ${OPEN_TASKS} as "tasksOpen",`

export const boardOrdersQuery = keptQuery(contract.boardOrders, async (view, input) => {
  const { rows, more } = await readOrderPage(view, input, TASKS, (query) =>
    view.rows.many<ReadRow & { tasks: number; tasksOpen: number }>(query),
  )
  const waiting = rows.filter((row) => PROMISED_STATUSES.includes(row.status)).map((row) => row.id)
  const marks = await readMarks(view.rows, waiting)
  const foundIn = await readFoundIn(view.rows, input.search, rows)
  return {
    rows: rows.map(({ tasksOpen, ...row }) => ({
      ...row,
      openTasks: tasksOpen,
      short: marks.get(row.id)?.short ?? false,
      contested: marks.get(row.id)?.contested ?? false,
      foundIn: foundIn.get(row.id) ?? [],
    })),
    more,
  }
})

type Marks = { readonly short: boolean; readonly contested: boolean }

type Needed = Need & { readonly id: number; readonly stock: Quantity; readonly promised: Quantity }

/**
 * Returns for each of these orders whether it is short, and whether it is contested (C-77). The orders must have a
 * status in which goods are promised to them. One statement reads all promised goods twice, which costs much less than
 * reading the lines of each order or keeping the goods for a second use. It adds up only the products that these orders
 * need.
 */
async function readMarks(rows: Rows, orderIds: readonly number[]): Promise<Map<number, Marks>> {
  if (orderIds.length === 0) return new Map()
  const needed = await rows.many<Needed>(sql`
    with mine as materialized (
      select order_id, product_id, sum(quantity_e4)::bigint as quantity_e4 from promised_goods
      where order_id = any(${[...orderIds]}::bigint[]) group by order_id, product_id
    ), by_product as materialized (
      select p.id, p.stock_e4, of_all.quantity_e4
      from (select product_id, sum(quantity_e4)::bigint as quantity_e4 from promised_goods
        where product_id in (select product_id from mine) group by product_id) of_all
      join products p on p.id = of_all.product_id
    )
    select mine.order_id as id, p.id as "productId", mine.quantity_e4 as quantity, p.stock_e4 as stock, p.quantity_e4 as promised
    from mine join by_product p on p.id = mine.product_id`)
  return new Map([...Map.groupBy(needed, ({ id }) => id)].map(([id, needs]) => [id, marksOf(needs)]))
}

/** Returns the marks of one order. What is promised to it is free for it. */
function marksOf(needs: readonly Needed[]): Marks {
  const figures = needs.map(({ productId, quantity, stock, promised }) => {
    const free = subtractQuantity(stock, subtractQuantity(promised, quantity))
    return [productId, { stock, free }] as const
  })
  const goods = [...availabilityOf(needs, new Map(figures)).values()]
  return {
    short: goods.some(({ stockStatus }) => stockStatus === 'STOCK-FAULT'),
    contested: goods.some(({ contested }) => contested),
  }
}
