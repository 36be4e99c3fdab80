/** Cancels an order together with what happens to its production tasks (C-63, C-73). */
import type { LockedOrder } from '#features/orders/server/lock-orders.ts'
import { restoreGoods } from '#features/orders/server/moves/move-goods.ts'
import { orderMove } from '#features/orders/server/moves/move-order.ts'
import type { Cancelling } from '#features/orders/server/moves/own-moves.ts'
import { cancelRequestsOfOrder } from '#features/buying/server/write-requests.ts'
import { changes } from '#kernel/changes.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { INTERNAL_CUSTOMER, type TaskStatus } from '../../domain/task.ts'
import { isUnstarted } from '../../domain/task-lifecycle.ts'
import { closeTasks } from '../close-tasks.ts'
import { HAS_BEGUN } from '../has-begun.ts'

type OpenTask = { readonly id: number; readonly status: TaskStatus; readonly begun: boolean }

/** Selects the open tasks of an order. Washing lent items that came back goes on, whatever becomes of the order. */
const openTasksOf = (orderId: number) => sql`
    select t.id, t.status, ${HAS_BEGUN} as begun
    from tasks t where t.order_id = ${orderId} and t.is_open and t.work = 'PRODUCTION'
    order by t.id`

/** Locks the tasks of an order, by ascending id as a press does, and returns the open ones. */
async function lockOpenTasks({ tx }: Work, orderId: number): Promise<OpenTask[]> {
  await tx.run(sql`select id from tasks where order_id = ${orderId} order by id for update`)
  return tx.many<OpenTask>(openTasksOf(orderId))
}

/** Counts the open tasks of an order: those that cancelling would close, and those that go on for stock. */
export async function countOpenTasks(rows: Rows, orderId: number): Promise<{ unstarted: number; begun: number }> {
  const open = await rows.many<OpenTask>(openTasksOf(orderId))
  const unstarted = open.filter(isUnstarted).length
  return { unstarted, begun: open.length - unstarted }
}

/**
 * Makes tasks of an order work of the company itself, so that what they make is for the stock. Their chain keeps a name of its own. The
 * finished and cancelled steps of a chain go with its open ones: its last step alone books the product, and a step that was finished
 * cannot be opened again beside a later step. The caller has locked the tasks of the order.
 */
export async function keepForStock(work: Work, tasks: readonly Pick<OpenTask, 'id'>[], orderId: number): Promise<void> {
  if (tasks.length === 0) return
  const ids = tasks.map(({ id }) => id)
  const moved = await work.tx.many<{ id: number }>(sql`
    update tasks t set order_id = null, customer_id = null, customer_name = ${INTERNAL_CUSTOMER},
      taskref = case when taskref = '' then ${`order-${orderId}`} else taskref end,
      updated_at = ${work.now}::timestamptz, version = version + 1
    where t.order_id = ${orderId} and t.work = 'PRODUCTION' and (t.id = any(${ids}::bigint[]) or exists (
      select from tasks kept where kept.id = any(${ids}::bigint[]) and kept.product_id = t.product_id and kept.taskref = t.taskref))
    returning t.id`)
  for (const { id } of moved.toSorted((a, b) => a.id - b.id))
    work.record({ entity: 'tasks', id, changes: changes({ orderId }, { orderId: null }) })
}

/** Cancels an order: its goods go back to the stock, its loans are closed, and its tasks and requests are settled. */
export const cancelMove = orderMove('cancel', { before: restoreGoods, after: settleTasks })

/**
 * Settles the open tasks of a cancelled order: by default those that are not begun are cancelled, and the others make their goods for the
 * stock.
 */
async function settleTasks(work: Work, { id }: LockedOrder, { tasks: choice = 'close' }: Cancelling): Promise<void> {
  const open = await lockOpenTasks(work, id)
  const closed = choice === 'close' ? open.filter(isUnstarted) : []
  await closeTasks(work, closed)
  await keepForStock(
    work,
    open.filter((task) => !closed.includes(task)),
    id,
  )
  if (choice === 'close') await cancelRequestsOfOrder(work, id)
}
