/** Declares the names, inputs and outputs of production tasks. */
import { z } from 'zod'
import { defineQuery, zId } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { productionRights } from './rights.ts'
import { TASK_STATUSES } from './task.ts'

const zOrderTask = z.object({
  id: z.int(),
  section: z.string(),
  name: z.string(),
  status: z.enum(TASK_STATUSES),
  quantity: zQuantity,
  unit: z.string(),
  seq: z.int(),
  productId: z.int().nullable(),
  product: z.string(),
  expected: z.string().nullable(),
})
export type OrderTask = z.output<typeof zOrderTask>

/** Returns the tasks of an order, grouped by chain and sorted by step. */
export const tasksOfOrder = defineQuery('production.tasks-of-order', {
  right: productionRights.read,
  input: z.strictObject({ orderId: zId }),
  output: z.object({ rows: z.array(zOrderTask) }),
  about: ({ orderId }) => ({ orders: orderId }),
})
