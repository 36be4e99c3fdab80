import type { UsageType } from '#features/products/domain/product.ts'
import { writeRequests } from '#features/buying/server/write-requests.ts'
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lockingCommand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { whyNotWorked } from '../../domain/task-lifecycle.ts'
import { orderMaterial as contract } from '../../domain/work-contract.ts'
import { factsOf, lockTask, materialOf, type TaskAtWork } from './lock-task.ts'
import { press, unchanged, type Worked } from './press.ts'

/**
 * Requests a purchased material for a locked task: the quantity of the whole task, in the unit of the material. It changes nothing if
 * the material is received or its request is open. Goods that have come for a request may be gone to a task that was due before, and then
 * they can be requested again.
 */
export async function orderMaterial(work: Work, at: TaskAtWork, line: number, worker: string): Promise<Worked> {
  stopOn(whyNotWorked(factsOf(at)))
  const { productId, name, needed, state } = materialOf(at, line)
  const product = await work.tx.maybe<{ usageType: UsageType }>(
    sql`select usage_type as "usageType" from products where id = ${productId}::bigint`,
  )
  if (productId === null || product?.usageType !== 'PURCHASED-MATERIAL')
    return refuse('refused', 'production.not-purchased', { name })
  if (needed === 0) refuse('refused', 'production.nothing-to-order', { name })
  const asked = await work.tx.maybe(sql`
    select from material_requests
    where task_id = ${at.task.id} and line_no = ${line} and product_id = ${productId} and waiting is not null`)
  if (asked || state !== 'WAITING') return unchanged(at)
  const { id: taskId, orderId, section } = at.task
  const [requestId] = await writeRequests(work, [
    {
      origin: 'TASK',
      taskId,
      orderId,
      section,
      person: worker,
      lines: [{ productId, quantity: needed, taskLineNo: line }],
    },
  ])
  return press(work, at, 'ORDER', worker, {
    requestId,
    noted: changes({}, { ordered: name }),
  })
}

export const orderMaterialCommand = lockingCommand(contract, async (work, { taskId, line, worker }) =>
  orderMaterial(work, await lockTask(work, taskId), line, worker),
)
