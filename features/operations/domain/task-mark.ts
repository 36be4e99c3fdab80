import type { OrderStatus } from '#features/orders/domain/order.ts'

/** How far production is with an order: nothing stands in the way, nothing was begun, or work is going on. */
export type TaskMark = 'ready' | 'none' | 'working'

/** The tasks indicator of the board: green in stock or with all tasks finished, orange without tasks, else working. */
export function taskMark(order: { status: OrderStatus; tasks: number; openTasks: number }): TaskMark {
  if (order.status === 'STOCK-OK') return 'ready'
  if (order.tasks === 0) return 'none'
  return order.openTasks === 0 ? 'ready' : 'working'
}
