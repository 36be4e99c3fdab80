/** The rule by which the tasks for the shortages of an order may be created. */
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

export type ShortageFacts = {
  readonly status: OrderStatus
  /** The number of its tasks that are not cancelled. */
  readonly tasks: number
  /** The number of its products of which more is needed than is in stock. */
  readonly short: number
}

/**
 * Returns why tasks cannot be created for the shortages of an order: it does not wait for stock, it has tasks, or nothing is short
 * (S1-STA-57 to 59). Null if they can.
 */
export function whyNoShortageTasks({ status, tasks, short }: ShortageFacts): Refusal | null {
  if (status !== 'PENDING-STOCK') return refusal('refused', 'production.only-pending-stock', { status })
  if (tasks > 0) return refusal('refused', 'production.has-tasks', { count: tasks })
  return short > 0 ? null : refusal('refused', 'production.nothing-short')
}
