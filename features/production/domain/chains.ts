/**
 * The rules of chains. A chain is the steps by which one product is made for one order, or for the company itself: the tasks with the
 * same order, product and chain name (`taskref`). A task without a product or without a chain name belongs to the chain of its order.
 */
import { isOpenTask, type TaskStatus } from './task.ts'

/** A task as the rules of chains need it. */
export type ChainTask = {
  readonly id: number
  readonly orderId: number | null
  readonly productId: number | null
  readonly taskref: string
  readonly seq: number
  readonly status: TaskStatus
}

const hasChain = (task: ChainTask): boolean => task.productId !== null && task.taskref !== ''

/**
 * Reports whether two tasks are steps of the same work. If one of them has no chain, all tasks of its order are (C-44). A task of the
 * company itself without a chain stands alone.
 */
export function isSameWork(one: ChainTask, other: ChainTask): boolean {
  if (one.orderId !== other.orderId) return false
  if (hasChain(one) && hasChain(other)) return one.productId === other.productId && one.taskref === other.taskref
  return one.orderId !== null
}

/**
 * Reports whether the step before a task is finished, so that its section may see it and work on it (C-44). `others` are the tasks of
 * its order. A cancelled or absent step does not hold up the next, which then waits for the one before that.
 */
export function isItsTurn(task: ChainTask, others: readonly ChainTask[]): boolean {
  if (task.seq === 1) return true
  const earlier = others.filter(
    (other) => other.seq < task.seq && other.status !== 'CANCELED' && isSameWork(task, other),
  )
  const before = Math.max(...earlier.map(({ seq }) => seq))
  return earlier.every(({ seq, status }) => seq < before || !isOpenTask(status))
}

/** Reports whether a section shows a task: the first step always, a later one while it is its turn and it is not begun by a program. */
export const isShownInSection = (task: ChainTask, others: readonly ChainTask[]): boolean =>
  task.status !== 'CANCELED' &&
  (task.seq === 1 || ((task.status === 'PENDING' || task.status === 'STOCK-RECEIVED') && isItsTurn(task, others)))

/** The statuses that the status of a group names first, in this order. */
const FIRST_NAMED = ['PENDING', 'PRODUCTION', 'STARTED', 'DELIVERY'] as const satisfies readonly TaskStatus[]

/**
 * Returns the status of the tasks of an order together: the first that any of them has of PENDING, PRODUCTION, STARTED, DELIVERY;
 * FINISHED only if all are finished; otherwise that of the first open task. Null without tasks. Cancelled tasks do not count (C-73).
 */
export function groupStatus(statuses: readonly TaskStatus[]): TaskStatus | null {
  const counted = statuses.filter((status) => status !== 'CANCELED')
  return FIRST_NAMED.find((status) => counted.includes(status)) ?? counted.find(isOpenTask) ?? counted[0] ?? null
}
