/** Receives a bought material for the task that asked for it, after its invoice was booked. */
import { RECEIVE_JOB, type ReceivePayload } from '#features/buying/server/arrive.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import { whyNotWorked } from '../../domain/task-lifecycle.ts'
import { toReceive } from '../../domain/materials.ts'
import { factsOf, lockTask } from './lock-task.ts'
import { receive } from './receive.ts'

type Asked = { readonly taskId: number; readonly line: number; readonly productId: number; readonly person: string }

/**
 * Gives the goods to the task if it may take them now: it is its turn, it still waits for this material, and the shelf has all that it
 * needs. Otherwise they stay on the shelf, where the section receives them by a press.
 */
async function receiveOne(work: Work, { taskId, line, productId, person }: Asked): Promise<void> {
  const at = await lockTask(work, taskId)
  const material = at.materials.find((one) => one.line === line)
  if (material?.state !== 'WAITING' || material.productId !== productId || whyNotWorked(factsOf(at)) !== null) return
  const { stock } = await work.tx.one<{ stock: number }>(
    sql`select stock_e4 as stock from products where id = ${productId} for update`,
  )
  if (stock < toReceive(material)) return
  await receive(work, at, { lines: [line], worker: person })
}

/** Receives the materials of requests that have come. A material that was received or replaced meanwhile is left alone. */
async function receiveBought(work: Work, requestIds: readonly number[]): Promise<void> {
  const asked = await work.tx.many<Asked>(sql`
    select r.task_id as "taskId", r.line_no as line, r.product_id as "productId", r.user_name as person
    from material_requests r where r.id = any(${[...requestIds]}::bigint[]) and r.task_id is not null and r.status = 'RECEIVED'
    order by r.task_id, r.line_no`)
  for (const one of asked) await receiveOne(work, one)
}

export const receiveBoughtWork = ({ runner }: JobParts): JobWork => ({
  atOnce: 1,
  tries: 5,
  run: async (payload) => {
    const { requestIds } = payload as ReceivePayload
    await runner.work(SYSTEM, RECEIVE_JOB, (work) => receiveBought(work, requestIds))
  },
})
