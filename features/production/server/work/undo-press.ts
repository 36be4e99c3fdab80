import { type OrderStatus, WAITING_STATUSES } from '#features/orders/domain/order.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { moveAllowed } from '#features/orders/server/moves/move-order.ts'
import { ownMoves } from '#features/orders/server/moves/own-moves.ts'
import { cancelOpenRequest } from '#features/buying/server/write-requests.ts'
import { type Movement, takenBack } from '#features/stock/domain/movement.ts'
import { moveStock } from '#features/stock/server/move-stock.ts'
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lockingCommand, SYSTEM, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { isSameWork } from '../../domain/chains.ts'
import type { SectionPress } from '../../domain/section-day-contract.ts'
import { whyNotUndone } from '../../domain/undo.ts'
import { undoTaskPress } from '../../domain/work-contract.ts'
import { lockTask, type TaskAtWork } from './lock-task.ts'
import { type BeforePress, progressChanges, writeMaterials, writeProgress } from './press.ts'

type StoredPress = {
  readonly id: number
  readonly kind: SectionPress['kind']
  readonly at: string
  readonly before: BeforePress & { readonly promoted?: true }
  readonly moved: readonly Movement[]
  readonly isUndone: boolean
  readonly isNewest: boolean
}

/** Reads a press of a locked task. */
const readPress = ({ tx }: Work, id: number): Promise<StoredPress> =>
  tx.one<StoredPress>(sql`
    select p.id, p.kind, p.at, p.before, p.moved, p.undone_at is not null as "isUndone", not exists (
      select from task_presses later where later.task_id = p.task_id and later.id > p.id and later.undone_at is null) as "isNewest"
    from task_presses p where p.id = ${id}`)

/** Reports whether the finished goods of the task's order are no longer at the section's disposal. */
async function orderWentOn({ tx }: Work, { task }: TaskAtWork, { kind }: StoredPress): Promise<boolean> {
  if (kind !== 'FINISH' || task.orderId === null) return false
  const { status } = await tx.one<{ status: OrderStatus }>(sql`select status from orders where id = ${task.orderId}`)
  return !WAITING_STATUSES.includes(status)
}

/** Reports whether a later step of the same work has begun. It relies on the finish of this one. */
async function nextBegun({ tx }: Work, { task, others }: TaskAtWork): Promise<boolean> {
  if (task.status !== 'FINISHED') return false
  const later = others.filter((other) => other.seq > task.seq && isSameWork(task, other) && other.status !== 'CANCELED')
  if (later.some(({ status, done, scrapped }) => status !== 'PENDING' || done > 0 || scrapped > 0)) return true
  const ids = later.map(({ id }) => id)
  return (
    (await tx.maybe(sql`select from task_materials where ${isOneOf(sql`task_id`, ids)} and taken_e4 > 0 limit 1`)) !==
    null
  )
}

/** Refuses a press that can no longer be undone. */
async function demandUndoable(work: Work, at: TaskAtWork, pressed: StoredPress): Promise<void> {
  const { task } = at
  if (pressed.kind === 'CLOSE') refuse('refused', 'production.laundry')
  const { status, done, scrapped, quantity } = pressed.before.after
  const isAsLeft =
    task.status === status && task.done === done && task.scrapped === scrapped && task.quantity === quantity
  const facts = {
    pressedAt: pressed.at,
    isUndone: pressed.isUndone,
    isNewest: pressed.isNewest,
    followed: !isAsLeft,
    nextBegun: await nextBegun(work, at),
    orderWentOn: await orderWentOn(work, at, pressed),
  }
  stopOn(whyNotUndone(facts, work.now))
}

/** Cancels the request that a press wrote. Refuses if the material was ordered or has come. */
async function cancelRequest(work: Work, requestId: number): Promise<void> {
  if (!(await cancelOpenRequest(work, requestId))) refuse('refused', 'production.request-closed')
}

/** Moves an order back to PENDING-STOCK that the undone press had promoted. Its task is open again, whatever the stock says. */
async function demoteOrder(work: Work, orderId: number): Promise<void> {
  const order = await lockOrder(work.tx, orderId)
  await moveAllowed({ ...work, actor: SYSTEM }, ownMoves['lose-stock'], [order], {}, { undo: true })
}

// It locks the order, the chain, the stock and the press, as the press did.
export const undoTaskPressCommand = lockingCommand(undoTaskPress, async (work, { pressId, worker }) => {
  const found = await work.tx.maybe<{ taskId: number }>(
    sql`select task_id as "taskId" from task_presses where id = ${pressId}`,
  )
  if (!found) return refuse('missing', 'production.no-press', { pressId })
  const at = await lockTask(work, found.taskId, { locksOrder: true })
  const pressed = await readPress(work, pressId)
  await demandUndoable(work, at, pressed)
  const { before, moved, kind } = pressed
  await moveStock(work, moved.map(takenBack))
  await writeMaterials(work, at.task.id, before.materials)
  await writeProgress(work, at.task.id, before.task)
  if (before.requestId !== undefined) await cancelRequest(work, before.requestId)
  if (before.promoted && at.task.orderId !== null) await demoteOrder(work, at.task.orderId)
  await work.tx.run(sql`
    update task_presses set undone_at = ${work.now}::timestamptz, undone_by = ${worker || work.actor.name} where id = ${pressId}`)
  work.record({
    entity: 'tasks',
    id: at.task.id,
    changes: { ...progressChanges(at.task, before.task, worker), ...changes({}, { undone: kind }) },
  })
  if (at.task.orderId !== null) work.moved({ entity: 'orders', id: at.task.orderId })
  const { status, done, scrapped } = before.task
  return { taskId: at.task.id, status, done, scrapped, pressId }
})
