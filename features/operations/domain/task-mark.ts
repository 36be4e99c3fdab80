import type { OrderStatus } from '#features/orders/domain/order.ts'

/** The production state of an order: ready, none (it has no tasks), or working. */
export type TaskMark = 'ready' | 'none' | 'working'

/** Returns `ready` if the order is in stock or all its tasks are finished, `none` without tasks, and else `working`. */
export function taskMark(order: { status: OrderStatus; tasks: number; openTasks: number }): TaskMark {
  if (order.status === 'STOCK-OK') return 'ready'
  if (order.tasks === 0) return 'none'
  return order.openTasks === 0 ? 'ready' : 'working'
}
