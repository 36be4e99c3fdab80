/** Declares the overview of all tasks, grouped by order. */
import { z } from 'zod'
import { defineQuery, zText } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { productionRights } from './rights.ts'
import { TASK_STATUSES } from './task.ts'

/** The number of orders on one page of the overview. */
export const OVERVIEW_PAGE = 50
export const OVERVIEW_SORTS = ['urgency', 'order', 'customer', 'delivery', 'open'] as const
export type OverviewSort = (typeof OVERVIEW_SORTS)[number]

const zGroupTask = z.object({
  id: z.int(),
  section: z.string(),
  product: z.string(),
  unit: z.string(),
  quantity: zQuantity,
  left: zQuantity,
  status: z.enum(TASK_STATUSES),
  isLate: z.boolean(),
  isBlocked: z.boolean(),
})
export type GroupTask = z.output<typeof zGroupTask>

/** A section of an order, with all of its tasks there and the open ones. */
const zPart = z.object({ section: z.string(), tasks: z.int(), open: z.int() })

/** The open tasks of a section. */
const zOpen = z.object({ section: z.string(), open: z.int() })

const zGroup = z.object({
  /** Null for the tasks of the company itself (C-14). */
  orderId: z.int().nullable(),
  customer: z.string(),
  delivery: z.string().nullable(),
  status: z.enum(TASK_STATUSES).nullable(),
  open: z.int(),
  late: z.int(),
  /** The number of open tasks that lack a material, because the tasks that are due before them claim from the shelf first. */
  blocked: z.int(),
  /** The sections in the order of the steps. */
  parts: z.array(zPart),
  tasks: z.array(zGroupTask),
})
export type TaskGroup = z.output<typeof zGroup>

/** Returns the orders with open tasks, and those of which a task was finished in the last days. */
export const tasksOverview = defineQuery('production.overview', {
  right: productionRights.read,
  input: z.strictObject({
    search: zText(200).default(''),
    sort: z.enum(OVERVIEW_SORTS).default('urgency'),
    page: z.int().min(1).max(10_000).default(1),
  }),
  output: z.object({
    rows: z.array(zGroup),
    more: z.boolean(),
    /** The number of orders that the search finds. */
    count: z.int(),
    /** All sections that the person may see, with their open tasks, whatever is searched. */
    sections: z.array(zOpen),
    /** The names of open tasks that are no section, so that no page of a section shows these tasks (C-19). */
    unknown: z.array(zOpen),
  }),
})
