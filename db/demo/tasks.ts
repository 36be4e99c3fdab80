/** The tasks of the demo company's sections in every status, most of them for open orders. */
import type { TaskStatus } from '#features/production/domain/task.ts'
import type { DemoCompany } from './build.ts'
import type { DemoOrder } from './orders.ts'
import type { Time } from './calendar.ts'

export type DemoTask = {
  readonly order: DemoOrder
  readonly line: DemoOrder['lines'][number]
  readonly section: string
  readonly name: string
  readonly status: TaskStatus
  readonly seq: number
  readonly created: Time
}

/** The status of each step of a chain of tasks; the last entry holds for all further steps. */
const PATTERNS: readonly (readonly TaskStatus[] | null)[] = [
  ['FINISHED', 'STARTED', 'PENDING'],
  null,
  ['FINISHED'],
  ['PENDING'],
  ['STOCK-RECEIVED', 'PENDING'],
]

/** The statuses that only programs set. */
const BY_PROGRAMS: readonly TaskStatus[] = ['STARTED', 'PRODUCTION', 'DELIVERY']

/** One of this many orders in stock still has an open task. */
const OPEN_TASK_EVERY = 6

/** Returns the tasks of orders that wait for stock, a few tasks that were not finished in time, and those closed with a cancelled order. */
export function tasksOf({ orders }: DemoCompany): DemoTask[] {
  const waiting = orders.filter(({ status }) => status === 'PENDING-STOCK')
  const inStock = orders.filter(({ status }, index) => status === 'STOCK-OK' && index % OPEN_TASK_EVERY === 0)
  const cancelled = orders.filter(({ status, course }) => status === 'CANCELED' && !course.timeOf('PACKAGED'))
  return [
    ...waiting.flatMap((order, index) => chainOf(order, PATTERNS[index % PATTERNS.length] ?? null)),
    ...inStock.flatMap((order, index) => chainOf(order, [BY_PROGRAMS[index % BY_PROGRAMS.length] ?? 'STARTED'])),
    ...cancelled.slice(0, 2).flatMap((order) => chainOf(order, ['CANCELED'])),
  ]
}

/** Returns the tasks for the first product of an order that the company produces. */
function chainOf(order: DemoOrder, pattern: readonly TaskStatus[] | null): DemoTask[] {
  const line = order.lines.find(({ product }) => product.steps.length > 0)
  if (!line || pattern === null) return []
  return line.product.steps.map(({ section }, step) => ({
    order,
    line,
    section,
    name: `Βήμα ${step + 1}`,
    status: pattern[Math.min(step, pattern.length - 1)] ?? 'PENDING',
    seq: step + 1,
    created: order.course.created,
  }))
}
