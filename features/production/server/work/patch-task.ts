/** Gives a change by a program the effects of the press of a section. */
import { changes } from '#kernel/changes.ts'
import { ZERO_QUANTITY } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { TaskMaterial } from '../../domain/materials.ts'
import { leftOf, type TaskStatus } from '../../domain/task.ts'
import { taskLifecycle, type TaskTransition } from '../../domain/task-lifecycle.ts'
import type { SentMaterial, SentMaterials } from '../task-materials.ts'
import { closeTasks } from '../close-tasks.ts'
import { statusOf, type TaskRecord } from '../write-task.ts'
import { finish } from './finish.ts'
import { factsOf, lockTask, type TaskAtWork } from './lock-task.ts'
import { writeNote } from './note-task.ts'
import { orderMaterial } from './order-material.ts'
import { proceed } from './proceed.ts'
import { receive } from './receive.ts'
import { replaceMaterial } from './replace-material.ts'

const CHANGEABLE = ['status', 'materials', 'comments', 'photos'] as const

const refuseField = (field: string): never => refuse('refused', 'production.fixed', { field })

/** Refuses what no press changes: the quantity and the unit of a material, and that it is received. */
function demandSameMaterial(stored: TaskMaterial, sent: SentMaterial): void {
  if (sent.quantity != null && sent.quantity !== stored.perUnit) refuseField('materials.quantity')
  if (sent.unit && sent.unit !== stored.unit) refuseField('materials.unit')
  if (sent.stockReceived === false && stored.state === 'RECEIVED')
    refuse('refused', 'production.received-stays', { name: stored.name })
}

/** Replaces, orders and receives the materials that a program sent differently. Equal ones change nothing. */
async function patchMaterials(work: Work, at: TaskAtWork, sent: SentMaterials): Promise<void> {
  const { task, materials } = at
  if (!Array.isArray(sent) || task.work === 'LAUNDRY') {
    if (Array.isArray(sent) || task.work !== 'LAUNDRY') refuseField('materials')
    return
  }
  if (sent.length !== materials.length) refuseField('materials')
  const pairs = materials.flatMap((stored, index) => {
    const wanted = sent[index]
    return wanted ? [{ stored, wanted }] : []
  })
  for (const { stored, wanted } of pairs) demandSameMaterial(stored, wanted)
  const asked = await work.tx.many<{ line: number }>(sql`
    select r.line_no as line from material_requests r
    join task_materials m on m.task_id = r.task_id and m.line_no = r.line_no and m.product_id = r.product_id
    where r.task_id = ${task.id} and r.status <> 'CANCELED'`)
  const again = () => lockTask(work, task.id)
  for (const { stored, wanted } of pairs) {
    const { line } = stored
    if (wanted.id != null && wanted.id !== stored.productId)
      await replaceMaterial(work, await again(), { line, productId: wanted.id, reason: '', worker: '' })
    if (wanted.stockOrdered && !asked.some((one) => one.line === line))
      await orderMaterial(work, await again(), line, '')
  }
  const lines = pairs.flatMap(({ stored, wanted }) =>
    wanted.stockReceived && stored.state === 'WAITING' ? [stored.line] : [],
  )
  if (lines.length > 0) await receive(work, await again(), { lines, worker: '' })
}

/** Sets a status that no press leads to. */
async function setStatus(work: Work, { task: { id, status, orderId } }: TaskAtWork, to: TaskStatus): Promise<void> {
  if (to === 'CANCELED') await closeTasks(work, [{ id, status }])
  else {
    await work.tx.run(sql`
      update tasks set status = ${to}, updated_at = ${work.now}::timestamptz, version = version + 1 where id = ${id}`)
    work.record({ entity: 'tasks', id, changes: changes({ status }, { status: to }) })
  }
  if (orderId !== null) work.moved({ entity: 'orders', id: orderId })
}

/** Follows a program that changes the status of a washing task from `from` to `to`, and returns the status. The laundry provides it. */
export type ChangeWashing = (work: Work, taskId: number, from: TaskStatus, to: TaskStatus) => Promise<TaskStatus>

/** Makes the transition that leads to a status. FINISHED finishes all pieces that are left. */
async function patchStatus(
  work: Work,
  at: TaskAtWork,
  status: TaskStatus,
  changeWashing: ChangeWashing,
): Promise<void> {
  const { task } = at
  if (task.status === status) return
  if (task.work === 'LAUNDRY') {
    const to = await changeWashing(work, task.id, task.status, status)
    if (to !== 'FINISHED') await setStatus(work, at, to)
  } else if (status === 'STOCK-RECEIVED') await proceed(work, at, '')
  else if (status === 'FINISHED')
    await finish(work, at, { quantity: leftOf(task), scrapped: ZERO_QUANTITY, worker: '' })
  else {
    const names = Object.keys(taskLifecycle.transitions) as TaskTransition[]
    const name = names.find((one) => taskLifecycle.transitions[one].to === status)
    stopOn(taskLifecycle.whyNot(name ?? 'wait-again', factsOf(at), work.actor))
    await setStatus(work, at, status)
  }
}

/** Changes what a section reports about its work. Refuses to change the purpose of a task. */
export async function changeTask(
  work: Work,
  id: number,
  record: TaskRecord,
  current: TaskRecord,
  changeWashing: ChangeWashing,
): Promise<void> {
  const fixed = (Object.keys(record) as (keyof TaskRecord)[]).find(
    (name) => !CHANGEABLE.some((one) => one === name) && record[name] !== undefined && record[name] !== current[name],
  )
  if (fixed) refuseField(fixed)
  const status = record.status == null ? null : statusOf(record.status)
  const at = await lockTask(work, id, { locksOrder: status !== null })
  const { comments, photos } = record
  await writeNote(work, at.task, {
    comments: comments === null ? '' : comments,
    photos: photos === null ? [] : photos,
  })
  if (record.materials != null) await patchMaterials(work, at, record.materials)
  if (status !== null) await patchStatus(work, await lockTask(work, id), status, changeWashing)
}
