/** Reads orders: the list and its counts, the last order of a customer, and the history of an order. */
import type { ParsedInputOf } from '#kernel/contract.ts'
import { keptQuery, query, type RoleView } from '#server/command.ts'
import { empty, join, type Sql, sql } from '#server/db/database.ts'
import { lastChange, readHistory } from '#server/history.ts'
import { requireRecord } from '#server/entities.ts'
import { countRows, countRowsBy, sumRows } from '#server/paging.ts'
import * as contract from '../domain/detail-contract.ts'
import * as lists from '../domain/list-contract.ts'
import { ORDER_STATUSES, UNORDERED_STATUSES } from '../domain/order.ts'
import { storedOrders } from './entity.ts'
import { orderConditions } from './list-conditions.ts'
import { looksForWords, type ReadRow, readOrderPage } from './list-pages.ts'
import { OPEN_TASKS } from './lock-orders.ts'

export const listOrdersQuery = keptQuery(lists.listOrders, (view, input) =>
  readOrderPage(view, input, empty, (query) => view.rows.many<ReadRow>(query)),
)

type ListInput = ParsedInputOf<typeof lists.listOrders>

/** Returns all orders `o` of a list as the `from` of a query that reads these columns of them. */
async function listed(view: RoleView, input: ListInput, columns: Sql): Promise<Sql> {
  const matching = sql`orders o where ${await orderConditions(input, view)}`
  return looksForWords(input) ? allByWords(columns, matching) : sql`from ${matching}`
}

/**
 * The database chooses the plan of a materialized part as if it read all of it, by the index of words, and stops at the limit of
 * the count. Otherwise it would scan the orders, and if few match, all of them.
 */
const allByWords = (columns: Sql, matching: Sql): Sql =>
  sql`from (with every as materialized (select ${columns} from ${matching}) select * from every) o`

export const countOrdersQuery = keptQuery(lists.countOrders, async (view, input) =>
  countRows(view.rows, await listed(view, input, empty)),
)

/** Returns the numbers of the orders of a list, at most `most`. */
export async function readOrderIds(view: RoleView, input: ListInput, most: number): Promise<number[]> {
  const found = await view.rows.many<{ id: number }>(
    sql`select o.id ${await listed(view, input, sql`o.id`)} limit ${most}`,
  )
  return found.map(({ id }) => id)
}

const SUMMED = {
  lineCount: sql`o.line_count`,
  products: sql`o.products_cents`,
  vat: sql`o.vat_cents`,
  total: sql`o.total_cents`,
}

/** Sums the orders of a list. `most` is the number of orders above which there are no sums. */
export const readOrderSums = async (view: RoleView, input: ListInput, most?: number) =>
  sumRows(view.rows, SUMMED, await listed(view, input, join(Object.values(SUMMED), ', ')), most)

export const sumOrdersQuery = keptQuery(lists.sumOrders, (view, input) => readOrderSums(view, input))

export const orderIdsQuery = query(lists.orderIds, async (view, input) => {
  const found = await view.rows.many<{ id: number; openTasks: number }>(sql`
    select o.id, ${OPEN_TASKS} as "openTasks" from orders o where ${await orderConditions(input, view)}
    order by o.id limit ${lists.MOST_TOGETHER + 1}`)
  const taken = found.slice(0, lists.MOST_TOGETHER)
  return {
    ids: taken.map((row) => row.id),
    more: found.length > taken.length,
    withOpenTasks: taken.filter((row) => row.openTasks > 0).length,
  }
})

export const orderCountsQuery = keptQuery(lists.orderCounts, async ({ rows }) => {
  return { counts: await countRowsBy(rows, sql`orders`, sql`status`, ORDER_STATUSES) }
})

/** Leaves out offers, cancelled orders and follow-up orders, which do not show what the customer usually buys. */
export const lastOrderQuery = query(contract.lastOrder, async ({ rows }, { customerId }) => ({
  order:
    (await rows.maybe<contract.LastOrder>(sql`
      select o.id, o.created_at as created, o.total_cents as total,
        coalesce((
          select json_agg(json_build_object('productId', l.product_id, 'name', l.name, 'quantity', l.quantity_e4,
            'salesPrice', l.sales_price_e4) order by l.line_no)
          from order_lines l where l.order_id = o.id and not l.lost), '[]') as lines,
        coalesce((
          select json_agg(json_build_object('productId', n.product_id, 'originProductId', n.origin_product_id,
            'name', n.name, 'quantity', n.quantity_e4) order by n.line_no)
          from order_loans n where n.order_id = o.id), '[]') as loans
      from orders o
      where o.customer_id = ${customerId} and o.status <> all(${UNORDERED_STATUSES}::text[])
        and o.follows_order_id is null and exists (select from order_lines l where l.order_id = o.id and not l.lost)
      order by o.id desc limit 1`)) ?? null,
}))

export const orderHistoryQuery = query(contract.orderHistory, async ({ rows, actor }, input) => {
  await requireRecord(rows, actor, storedOrders, input.id, 'orders.missing')
  return readHistory(rows, 'orders', input)
})

export const lastOrderChangeQuery = query(contract.lastOrderChange, async ({ rows, actor }, { id }) => {
  await requireRecord(rows, actor, storedOrders, id, 'orders.missing')
  return { change: await lastChange(rows, 'orders', id) }
})
