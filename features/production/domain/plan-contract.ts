/** Declares the names, inputs and outputs of what plans production: tasks for shortages and for the stock. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zName, zRefusal, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zPositiveQuantity, zQuantity } from '#kernel/money.ts'
import { productionRights } from './rights.ts'

const zNamedQuantity = z.object({ productId: z.int(), name: z.string(), unit: z.string(), quantity: zQuantity })

/** Creates the tasks that an order needs because products are short: a chain for each, and those of what they are made of (C-68). */
export const createShortageTasks = defineCommand('production.create-shortage-tasks', {
  right: productionRights.write,
  input: z.strictObject({ orderId: zId }),
  output: z.object({
    /** The number of tasks that were created. */
    tasks: z.int(),
    /** What has to be bought. */
    requests: z.array(zNamedQuantity),
    /** What is short and has no recipe, so that there are no tasks for it. */
    withoutRecipe: z.array(zNamedQuantity),
  }),
})

/** Returns what an order lacks through all levels, netted against the stock, promises, open tasks and requests. */
export const orderShortages = defineQuery('production.order-shortages', {
  right: productionRights.write,
  input: z.strictObject({ orderId: zId }),
  output: z.object({
    /** Why tasks cannot be created for it now, or null if they can. */
    closed: zRefusal.nullable(),
    /** What is made, in the order in which it is made. */
    made: z.array(zNamedQuantity),
    /** What has to be bought. */
    requests: z.array(zNamedQuantity),
    /** What is short and has no recipe. */
    withoutRecipe: z.array(zNamedQuantity),
  }),
  about: ({ orderId }) => ({ orders: orderId }),
})

/** Creates tasks for the stock of the company: a chain for each product, with a task for each step of its recipe. */
export const createTask = defineCommand('production.create-task', {
  right: productionRights.write,
  input: z.strictObject({
    /** The name of the tasks. Without it they are named like the product. */
    name: zName(300).default(''),
    description: zText(4000).default(''),
    /** The day on which the work is planned. */
    plannedOn: zDay.nullable().default(null),
    /** The day by which the goods are expected. */
    expectedOn: zDay.nullable().default(null),
    lines: z
      .array(z.strictObject({ productId: zId, quantity: zPositiveQuantity }))
      .min(1)
      .max(100),
  }),
  output: z.object({
    /** The number of tasks that were created. */
    tasks: z.int(),
  }),
})

/** Returns what may be done about the production of an order. */
export const orderPlan = defineQuery('production.order-plan', {
  right: productionRights.write,
  input: z.strictObject({ orderId: zId }),
  output: z.object({
    /** Why tasks cannot be created for its shortages now, or null if they can. */
    closed: zRefusal.nullable(),
    /** The open tasks that cancelling the order would close, because nobody has begun them (C-73). */
    unstarted: z.int(),
    /** The open tasks that have begun. They go on for stock if the order is cancelled. */
    begun: z.int(),
  }),
  about: ({ orderId }) => ({ orders: orderId }),
})
