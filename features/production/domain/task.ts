/** What a production task is: work of a section for an order, or for the company itself. */
export const TASK_STATUSES = ['PENDING', 'STOCK-RECEIVED', 'PRODUCTION', 'STARTED', 'DELIVERY', 'FINISHED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** The order and the customer that programs name for a task of the company itself (ruling C-14). */
export const INTERNAL_ORDER_ID = 999_999
export const INTERNAL_CUSTOMER_ID = 888_888
export const INTERNAL_CUSTOMER = 'KERINO-INTERNAL'

/** The status that a text means, in any case and with blanks or underscores for dashes; null when there is none. */
export function readTaskStatus(written: string): TaskStatus | null {
  const plain = written
    .trim()
    .toUpperCase()
    .replace(/[\s_]+/g, '-')
  return TASK_STATUSES.find((status) => status === plain) ?? null
}
