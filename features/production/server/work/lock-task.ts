/** Locks a task with the other steps of its work, and reads what its rules need. */
import type { Unit } from '#features/products/domain/product.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Quantity } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { INTERNAL_ORDER_ID } from '#kernel/import/placeholder-numbers.ts'
import { type ChainTask, isItsTurn } from '../../domain/chains.ts'
import type { TaskMaterial } from '../../domain/materials.ts'
import type { TaskFacts } from '../../domain/task-lifecycle.ts'

/** A locked task. */
export type LockedTask = ChainTask & {
  readonly section: string
  readonly work: 'PRODUCTION' | 'LAUNDRY'
  readonly unit: Unit
  readonly quantity: Quantity
  readonly done: Quantity
  readonly scrapped: Quantity
  readonly worker: string
  readonly comments: string
  readonly photos: unknown
  readonly finishedAt: string | null
}

/** A locked task with its materials and the other tasks of its order, or of its chain if it is of the company itself. */
export type TaskAtWork = {
  readonly task: LockedTask
  readonly others: readonly LockedTask[]
  readonly materials: readonly TaskMaterial[]
}

type Place = {
  readonly section: string
  readonly orderId: number | null
  readonly productId: number | null
  readonly taskref: string
}

/** Selects the tasks that decide about the turn of a task and about the last step. A chain of the company itself needs a name. */
function together(id: number, { orderId, productId, taskref }: Place): Sql {
  if (orderId !== null) return sql`t.order_id = ${orderId}`
  if (productId === null || taskref === '') return sql`t.id = ${id}`
  return sql`t.product_id = ${productId} and coalesce(t.order_id, ${INTERNAL_ORDER_ID}) = ${INTERNAL_ORDER_ID} and t.taskref = ${taskref}`
}

/** Refuses to a section account what belongs to another section. */
function demandOwn({ actor }: Work, section: string): void {
  if (actor.role === 'section' && actor.section !== section) refuse('forbidden', 'sections.not-yours')
}

const readMaterials = ({ tx }: Work, taskId: number): Promise<TaskMaterial[]> =>
  tx.many<TaskMaterial>(sql`
    select line_no as line, product_id as "productId", name, per_unit_e4 as "perUnit", unit, needed_e4 as needed,
      extra_e4 as extra, taken_e4 as taken, state, overridable, reason, replaced_name as "replacedName"
    from task_materials where task_id = ${taskId} order by line_no`)

const placeOf = async ({ tx }: Work, id: number): Promise<Place> =>
  (await tx.maybe<Place>(
    sql`select section, order_id as "orderId", product_id as "productId", taskref from tasks where id = ${id}`,
  )) ?? refuse('missing', 'production.no-task', { taskId: id })

const lockTogether = ({ tx }: Work, id: number, place: Place): Promise<LockedTask[]> =>
  tx.many<LockedTask>(sql`
    select t.id, t.section, t.status, t.work, t.seq, t.order_id as "orderId", t.product_id as "productId", t.taskref,
      coalesce((select p.unit from products p where p.id = t.product_id), 'Item') as unit, t.quantity_e4 as quantity,
      t.done_e4 as done, t.scrapped_e4 as scrapped, t.worker, t.comments, t.photos, t.finished_at as "finishedAt"
    from tasks t where ${together(id, place)} order by t.id for update`)

/**
 * Locks a task and the tasks that it is read with, by ascending id. With `locksOrder` it locks the order first, which the command may
 * change. The statement that reads the materials comes after the locks, so that it reads what other tablets wrote. A task that went on
 * for stock meanwhile is no longer among those of its order, and is locked with its chain.
 */
export async function lockTask(work: Work, id: number, { locksOrder = false } = {}): Promise<TaskAtWork> {
  for (let place = await placeOf(work, id); ; ) {
    demandOwn(work, place.section)
    if (locksOrder && place.orderId !== null)
      await work.tx.one(sql`select id from orders where id = ${place.orderId} for update`)
    const tasks = await lockTogether(work, id, place)
    const task = tasks.find((one) => one.id === id)
    if (task) return { task, others: tasks.filter((one) => one.id !== id), materials: await readMaterials(work, id) }
    const { orderId } = place
    place = await placeOf(work, id)
    if (place.orderId === orderId) refuse('missing', 'production.no-task', { taskId: id })
  }
}

/** Returns the facts of a locked task for its life cycle. */
export const factsOf = ({ task, others, materials }: TaskAtWork): TaskFacts => ({
  status: task.status,
  waiting: materials.filter(({ state }) => state === 'WAITING').length,
  begun: task.done > 0 || task.scrapped > 0 || materials.some(({ taken, state }) => taken > 0 || state === 'RECEIVED'),
  isItsTurn: isItsTurn(task, others),
})

/** Returns a material by its number. Refuses if there is none. */
export const materialOf = ({ task, materials }: TaskAtWork, line: number): TaskMaterial =>
  materials.find((one) => one.line === line) ?? refuse('missing', 'production.no-material', { taskId: task.id, line })
