/** Reads the steps of the chains to which tasks belong. */
import { type Rows, sql } from '#server/db/database.ts'
import { INTERNAL_ORDER_ID } from '#kernel/import/placeholder-numbers.ts'
import type { ChainTask } from '../../domain/chains.ts'
import type { DatedStep } from '../../domain/planning.ts'
import { isOpenTask } from '../../domain/task.ts'
import { TASK_DAY } from '../task-day.ts'

export type ChainStep = Pick<DatedStep, 'id' | 'seq' | 'section' | 'status'>

export type Steps = {
  /** Returns the tasks that may be steps of the same work as a task: those of its order, or of its chain without an order. */
  of(task: ChainTask): readonly DatedStep[]
}

const groupOf = ({ orderId, productId, taskref }: ChainTask): string =>
  orderId === null ? `${productId} ${taskref}` : `${orderId}`

/** Reads the steps beside these tasks: all tasks of their orders, and the chains of the tasks of the company itself. */
export async function readSteps(rows: Rows, tasks: readonly ChainTask[]): Promise<Steps> {
  const orders = [...new Set(tasks.flatMap(({ orderId }) => orderId ?? []))]
  const own = tasks.filter(
    ({ orderId, productId, taskref }) => orderId === null && productId !== null && taskref !== '',
  )
  const columns = sql`t.id, t.order_id as "orderId", t.product_id as "productId", t.taskref, t.seq, t.status, t.section, ${TASK_DAY}::text as day`
  const steps = [
    ...(await rows.many<DatedStep>(sql`
      select ${columns} from tasks t where t.order_id = any(${orders}::bigint[])`)),
    ...(await rows.many<DatedStep>(sql`
      select ${columns}
      from (select distinct * from unnest(${own.map(({ productId }) => productId)}::bigint[], ${own.map(({ taskref }) => taskref)}::text[])
        as chain (product_id, taskref)) chain
      -- "offset 0" looks each chain up by its index; a join may read all tasks of the company
      cross join lateral (
        select * from tasks of_chain
        where of_chain.product_id = chain.product_id and coalesce(of_chain.order_id, ${INTERNAL_ORDER_ID}) = ${INTERNAL_ORDER_ID}
          and of_chain.taskref = chain.taskref
        offset 0) t`)),
  ]
  const groups = new Map<string, DatedStep[]>()
  for (const step of steps) {
    const group = groups.get(groupOf(step))
    if (group) group.push(step)
    else groups.set(groupOf(step), [step])
  }
  return { of: (task) => groups.get(groupOf(task)) ?? [] }
}

/** Returns the steps of the chain of a task, the first first, without cancelled ones. */
export const chainOf = (task: ChainTask, others: readonly DatedStep[]): ChainStep[] =>
  others
    .filter(
      (one) =>
        one.orderId === task.orderId &&
        one.productId === task.productId &&
        one.taskref === task.taskref &&
        one.status !== 'CANCELED',
    )
    .map(({ id, seq, section, status }) => ({ id, seq, section, status }))
    .toSorted((a, b) => a.seq - b.seq || a.id - b.id)

/** Returns the first open step before a task in its chain, or undefined if there is none. */
export const waitsForStep = (task: ChainTask, others: readonly DatedStep[]): ChainStep | undefined =>
  chainOf(task, others).find((step) => step.seq < task.seq && isOpenTask(step.status))
