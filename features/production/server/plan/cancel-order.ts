/** Cancels an order together with what happens to its production tasks (C-63, C-73). */
import { type CancelOrder, cancelWithoutTasks } from '#features/orders/server/moves/move-order.ts'
import { cancelRequestsOfOrder } from '#features/purchases/server/requests/write-requests.ts'
import { changes } from '#kernel/changes.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { INTERNAL_CUSTOMER, type TaskStatus } from '../../domain/task.ts'
import { isUnstarted } from '../../domain/task-lifecycle.ts'
import { closeTasks } from '../close-tasks.ts'

type OpenTask = {
  readonly id: number
  readonly status: TaskStatus
  readonly begun: boolean
  readonly productId: number | null
  readonly taskref: string
}

/** Selects the open tasks of an order. Washing lent items that came back goes on, whatever becomes of the order. */
const openTasksOf = (orderId: number) => sql`
    select t.id, t.status, t.product_id as "productId", t.taskref, t.done_e4 + t.scrapped_e4 > 0 or exists (
        select from task_materials m where m.task_id = t.id and (m.taken_e4 > 0 or m.state = 'RECEIVED')) as begun
    from tasks t where t.order_id = ${orderId} and t.is_open and t.work = 'PRODUCTION'
    order by t.id`

/** Locks the open tasks of an order and returns them. */
const lockOpenTasks = ({ tx }: Work, orderId: number): Promise<OpenTask[]> =>
  tx.many<OpenTask>(sql`${openTasksOf(orderId)} for update of t`)

/** Counts the open tasks of an order: those that cancelling would close, and those that go on for stock. */
export async function countOpenTasks(rows: Rows, orderId: number): Promise<{ unstarted: number; begun: number }> {
  const open = await rows.many<OpenTask>(openTasksOf(orderId))
  const unstarted = open.filter(isUnstarted).length
  return { unstarted, begun: open.length - unstarted }
}

/** Makes tasks work of the company itself, so that what they make is for the stock. Their chain keeps a name of its own. */
export async function keepForStock(work: Work, tasks: readonly Pick<OpenTask, 'id'>[], orderId: number): Promise<void> {
  if (tasks.length === 0) return
  await work.tx.run(sql`
    update tasks set order_id = null, customer_id = null, customer_name = ${INTERNAL_CUSTOMER},
      taskref = case when taskref = '' then ${`order-${orderId}`} else taskref end,
      updated_at = ${work.now}::timestamptz, version = version + 1
    where id = any(${tasks.map(({ id }) => id)}::bigint[])`)
  for (const task of tasks)
    work.record({ entity: 'tasks', id: task.id, changes: changes({ orderId }, { orderId: null }) })
}

const isSameChain = (one: OpenTask, other: OpenTask): boolean =>
  one.productId === other.productId && one.taskref === other.taskref

/**
 * Cancels an order. `tasks` says what happens to its open tasks: by default those that are not begun are cancelled, and the others
 * make their goods for the stock. Every way to cancel an order calls this function.
 */
export const cancelOrder: CancelOrder = async (work, order, { note, tasks: choice = 'close' } = {}) => {
  await cancelWithoutTasks(work, order, { note })
  const open = await lockOpenTasks(work, order.id)
  const closed = choice === 'close' ? open.filter(isUnstarted) : []
  const kept = open.filter((task) => !closed.includes(task))
  await closeTasks(work, closed)
  // closed steps of a kept chain stay in it, because a chain without its last step books no product
  const closedOfKept = closed.filter((task) => kept.some((other) => isSameChain(task, other)))
  await keepForStock(work, [...kept, ...closedOfKept], order.id)
  if (choice === 'close') await cancelRequestsOfOrder(work, order.id)
}
