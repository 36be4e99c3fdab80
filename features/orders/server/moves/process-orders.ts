/** Rechecks the stock of waiting orders, for Process and when the operations board opens (C-10). */
import { query, sweepingCommand } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { MOST_PROCESSED, processOrders, waitingStock } from '../../domain/contract.ts'
import type { OrderStatus } from '../../domain/order.ts'
import { lockOrders } from '../lock-orders.ts'
import { moveAllowed } from './move-order.ts'
import { ownMoves } from './own-moves.ts'
import { IS_WAITING } from '../order-stock.ts'

/** The maximum number of orders that opening the board moves. The next opening moves more. */
const MOST_AT_OPENING = 1_000

/**
 * Returns the waiting orders whose status does not fit the stock. This only limits which orders are locked; their life
 * cycle decides whether they move. The cost grows with the number of open orders, not with the number of all orders.
 */
async function findCandidates(rows: Rows, withoutOpenTasks: boolean): Promise<number[]> {
  const found = await rows.many<{ id: number }>(sql`
    with waiting as materialized (
      select o.id, o.status from orders o
      where ${IS_WAITING}
        and not (${withoutOpenTasks} and o.status = 'PENDING-STOCK'
          and exists (select from open_order_tasks t where t.order_id = o.id))
    ), wanted as (
      select w.id, w.status, g.product_id, sum(g.quantity_e4) as quantity_e4
      from waiting w
      join promised_goods g on g.order_id = w.id
      group by w.id, w.status, g.product_id
    )
    select w.id
    from wanted w join products p on p.id = w.product_id
    group by w.id, w.status having (w.status = 'STOCK-OK') = bool_or(is_short(p.stock_e4 - w.quantity_e4))
    order by w.id limit ${withoutOpenTasks ? MOST_AT_OPENING : null}::int`)
  return found.map((row) => row.id)
}

/** Reports whether no other board is rechecking now. All boards are notified of the changes of that recheck. */
const isFirstBoard = async (rows: Rows): Promise<boolean> =>
  (
    await rows.one<{ first: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('orders.process-orders')) as first`,
    )
  ).first

const movedTo = (orders: readonly { readonly id: number }[], status: OrderStatus) =>
  orders.map(({ id }) => ({ id, status }))

export const waitingStockQuery = query(waitingStock, async ({ rows }) => {
  const found = await rows.many<{ id: number; customer: string; status: OrderStatus; missing: boolean }>(sql`
    select o.id, o.name as customer, o.status, exists (
      select from promised_goods g join products p on p.id = g.product_id
      where g.order_id = o.id group by p.id having is_short(p.stock_e4 - sum(g.quantity_e4))) as missing
    from orders o where ${IS_WAITING} order by o.id desc limit ${MOST_PROCESSED + 1}`)
  return { rows: found.slice(0, MOST_PROCESSED), more: found.length > MOST_PROCESSED }
})

export const processOrdersCommand = sweepingCommand(processOrders, {
  find: async (rows, { withoutOpenTasks }) =>
    withoutOpenTasks && !(await isFirstBoard(rows)) ? [] : findCandidates(rows, withoutOpenTasks),
  act: async (work, { withoutOpenTasks, named }, ids) => {
    const orders = await lockOrders(work.tx, ids)
    // Process ignores open tasks because a person decides; the board runs automatically and respects them (C-10).
    const agreed = { openTasks: !withoutOpenTasks }
    const { moved: promoted } = await moveAllowed(work, ownMoves['find-stock'], orders, {}, agreed)
    const { moved: demoted } = await moveAllowed(work, ownMoves['lose-stock'], orders, {}, agreed)
    return {
      promoted: promoted.length,
      demoted: demoted.length,
      ...(named && { moved: [...movedTo(promoted, 'STOCK-OK'), ...movedTo(demoted, 'PENDING-STOCK')] }),
    }
  },
  sum: (answers) => ({
    promoted: answers.reduce((sum, answer) => sum + answer.promoted, 0),
    demoted: answers.reduce((sum, answer) => sum + answer.demoted, 0),
    ...(answers.some(({ moved }) => moved) && { moved: answers.flatMap(({ moved = [] }) => moved) }),
  }),
})
