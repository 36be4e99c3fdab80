/** Declares the names, inputs and outputs of what plans production: tasks for shortages. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zRefusal } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
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

/** Returns what may be done about the production of an order. */
export const orderPlan = defineQuery('production.order-plan', {
  right: productionRights.write,
  input: z.strictObject({ orderId: zId }),
  output: z.object({
    /** Why tasks cannot be created for its shortages now, or null if they can. */
    closed: zRefusal.nullable(),
  }),
})
