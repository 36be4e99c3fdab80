/** Names, inputs and outputs of production tasks. */
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

/** The tasks of an order, chain by chain in the order of their steps. */
export const tasksOfOrder = defineQuery('production.tasks-of-order', {
  right: productionRights.read,
  input: z.strictObject({ orderId: zId }),
  output: z.object({ rows: z.array(zOrderTask) }),
})
