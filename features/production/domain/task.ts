import { type Quantity, subtractQuantity } from '#kernel/money.ts'

/** A production task is the work of a section for an order, or for the company itself. */
export const TASK_STATUSES = [
  'PENDING',
  'STOCK-RECEIVED',
  'PRODUCTION',
  'STARTED',
  'DELIVERY',
  'FINISHED',
  'CANCELED',
] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** The statuses in which a task has no work left. */
export const CLOSED_TASK_STATUSES: readonly TaskStatus[] = ['FINISHED', 'CANCELED']

/** Reports whether a task still has work to do. The column `is_open` of the tasks is made from the same list (server/functions.ts). */
export const isOpenTask = (status: TaskStatus): boolean => !CLOSED_TASK_STATUSES.includes(status)

/** Returns the pieces of a task that are neither finished nor spoilt. */
export const leftOf = (task: {
  readonly quantity: Quantity
  readonly done: Quantity
  readonly scrapped: Quantity
}): Quantity => subtractQuantity(subtractQuantity(task.quantity, task.done), task.scrapped)

/** What programs read and write as the materials of a washing task. */
export const RETURN_MATERIALS = 'RETURN'

/** The section that washes, by its stored name. */
export const LAUNDRY_SECTION = 'ΠΛΥΝΤΗΡΙΟ'

/** The customer that programs read of a task of the company itself (C-14). */
export const INTERNAL_CUSTOMER = 'KERINO-INTERNAL'

/** Returns the status that a text names, in any case and with spaces or underscores for hyphens, or null. */
export function readTaskStatus(written: string): TaskStatus | null {
  const plain = written
    .trim()
    .toUpperCase()
    .replace(/[\s_]+/g, '-')
  return TASK_STATUSES.find((status) => status === plain) ?? null
}
