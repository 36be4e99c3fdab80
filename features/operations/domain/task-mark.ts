import type { OrderStatus } from '#features/orders/domain/order.ts'

/** The production state of an order: ready, none (it has no tasks), or working. */
export type TaskMark = 'ready' | 'none' | 'working'

/** Returns `ready` if the order is in stock or all its tasks are finished, `none` without tasks, and else `working`. */
export function taskMark(order: { status: OrderStatus; tasks: number; openTasks: number }): TaskMark {
  if (order.status === 'STOCK-OK') return 'ready'
  if (order.tasks === 0) return 'none'
  return order.openTasks === 0 ? 'ready' : 'working'
}

/** Reports whether the board offers to create tasks for what an order lacks (S1-STA-57 to 59). */
export const mayNeedTasks = (order: { status: OrderStatus; tasks: number; short: boolean }): boolean =>
  order.status === 'PENDING-STOCK' && order.tasks === 0 && order.short
