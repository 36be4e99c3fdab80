import type { OrderStatus } from '#features/orders/domain/order.ts'

/** The production state of an order: ready, without tasks, or in progress. */
export type TaskMark = 'ready' | 'none' | 'working'

/**
 * Returns the tasks indicator of the board: green if in stock or all tasks are finished, orange without tasks, else in
 * progress.
 */
export function taskMark(order: { status: OrderStatus; tasks: number; openTasks: number }): TaskMark {
  if (order.status === 'STOCK-OK') return 'ready'
  if (order.tasks === 0) return 'none'
  return order.openTasks === 0 ? 'ready' : 'working'
}
