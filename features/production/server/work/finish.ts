import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { moveAllowed } from '#features/orders/server/moves/move-order.ts'
import { ownMoves } from '#features/orders/server/moves/own-moves.ts'
import { hasWholeParts } from '#features/products/domain/product.ts'
import type { Movement } from '#features/stock/domain/movement.ts'
import { addQuantity, isWholeQuantity, PLACES, type Quantity, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lockingCommand, SYSTEM, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { type TaskMaterial, toFinish } from '../../domain/materials.ts'
import { isOpenTask, leftOf } from '../../domain/task.ts'
import { taskLifecycle } from '../../domain/task-lifecycle.ts'
import { finishTask } from '../../domain/work-contract.ts'
import { factsOf, lockTask, materialOf, type TaskAtWork } from './lock-task.ts'
import { writeNote } from './note-task.ts'
import { press, type Worked } from './press.ts'
import { demandReason, type Override, takeMaterials } from './take-materials.ts'

type Finish = {
  readonly quantity: Quantity
  readonly scrapped: Quantity
  readonly scrapReason?: string | undefined
  readonly used?: readonly { readonly line: number; readonly quantity: Quantity }[] | undefined
  readonly override?: Override | undefined
  readonly worker: string
}

/** Refuses pieces that the task does not have, parts of a piece that is counted, and spoilt pieces without a reason. */
function demandPieces({ task }: TaskAtWork, { quantity, scrapped, scrapReason = '', used = [] }: Finish): void {
  const left = leftOf(task)
  const pieces = addQuantity(quantity, scrapped)
  if ([quantity, scrapped, ...used.map((one) => one.quantity)].some((count) => count < 0))
    refuse('invalid', 'production.below-zero')
  if (pieces === 0 && task.quantity > 0)
    refuse('invalid', 'production.nothing-finished', { fields: { quantity: 'production.nothing-finished' } })
  if (pieces > left)
    refuse('refused', 'production.too-many', {
      left: toNumber(left, PLACES.quantity),
      fields: { quantity: 'production.too-many' },
    })
  if (hasWholeParts(task.unit, left) && !(isWholeQuantity(quantity) && isWholeQuantity(scrapped)))
    refuse('invalid', 'production.whole-pieces', { fields: { quantity: 'production.whole-pieces' } })
  if (scrapped > 0 && scrapReason === '')
    refuse('invalid', 'production.scrap-reason', { fields: { scrapReason: 'production.scrap-reason' } })
}

/** Takes what the pieces of this press need and what they really used. The last piece receives all materials. */
async function takeForPieces(work: Work, at: TaskAtWork, input: Finish, closes: boolean, produced: number | null) {
  const { task } = at
  const used = new Map<number, Quantity>()
  for (const { line, quantity } of input.used ?? []) {
    const { name } = materialOf(at, line)
    if (used.has(line)) refuse('invalid', 'production.material-twice', { name })
    used.set(line, quantity)
  }
  const before = addQuantity(task.done, task.scrapped)
  const pieces = { all: task.quantity, before, after: addQuantity(before, addQuantity(input.quantity, input.scrapped)) }
  const counted = at.materials.filter(({ state }) => state !== 'DROPPED')
  const takings = counted.map((material) => {
    const { take, extra } = toFinish(material, pieces, used.get(material.line) ?? null)
    return { material: { ...material, extra }, take }
  })
  const taken = await takeMaterials(work, task.id, takings, input.override, produced)
  const ended = taken.materials.map(
    (material): TaskMaterial => (closes ? { ...material, state: 'RECEIVED' } : material),
  )
  const changed = ended.filter((material, index) => JSON.stringify(material) !== JSON.stringify(counted[index]))
  return { materials: changed, moved: taken.moved, services: taken.services }
}

/**
 * Returns the product that finishing an open task books; null if it books none. Only the last step of its chain brings its product into
 * the stock (C-67), as the view of what is on its way says. A cancelled step counts, because without it the product is not made: a task
 * that is kept while its later steps are cancelled books nothing.
 */
async function readBooked({ tx }: Work, taskId: number): Promise<number | null> {
  const brought = await tx.maybe<{ productId: number }>(
    sql`select product_id as "productId" from incoming_goods where task_id = ${taskId}`,
  )
  return brought?.productId ?? null
}

/** Moves the order of a finished task to STOCK-OK if no task is open and its stock suffices (C-10). The product itself decides that. */
async function promoteOrder(work: Work, { task, others }: TaskAtWork): Promise<boolean> {
  if (task.orderId === null || others.some(({ status }) => isOpenTask(status))) return false
  const order = await lockOrder(work.tx, task.orderId)
  const { moved } = await moveAllowed({ ...work, actor: SYSTEM }, ownMoves['find-stock'], [order], {})
  return moved.length > 0
}

/**
 * Finishes pieces of a locked task, of which the order is locked too. The last step of a chain books its product (C-67).
 * Materials that were not received are taken by recipe in the same transaction (C-81).
 */
export async function finish(
  work: Work,
  at: TaskAtWork,
  input: Finish,
): Promise<Worked & { readonly promoted: boolean }> {
  const { task } = at
  if (task.work === 'LAUNDRY') refuse('refused', 'production.laundry')
  stopOn(taskLifecycle.whyNot('finish', factsOf(at), work.actor))
  demandPieces(at, input)
  demandReason(input.override, input.worker)
  const { quantity, scrapped, worker } = input
  const closes = addQuantity(quantity, scrapped) === leftOf(task)
  const produced = await readBooked(work, task.id)
  const { materials, moved, services } = await takeForPieces(work, at, input, closes, produced)
  const goods: Movement[] =
    produced === null || quantity === 0 || services.has(produced)
      ? []
      : [{ productId: produced, quantity, reason: 'produced', taskId: task.id }]
  const worked = await press(work, at, 'FINISH', worker, {
    ...(closes ? { status: 'FINISHED' } : {}),
    done: quantity,
    scrapped,
    materials,
    moved: [...moved, ...goods],
    reason: [input.scrapReason ?? '', input.override?.reason ?? ''].filter(Boolean).join(' · '),
  })
  const promoted = closes && (await promoteOrder(work, at))
  if (promoted)
    await work.tx.run(sql`update task_presses set before = before || '{"promoted": true}' where id = ${worked.pressId}`)
  // pages of the order show what is open
  if (task.orderId !== null) work.moved({ entity: 'orders', id: task.orderId })
  return { ...worked, promoted }
}

export const finishTaskCommand = lockingCommand(finishTask, async (work, input) => {
  const at = await lockTask(work, input.taskId, { locksOrder: true })
  const worked = await finish(work, at, input)
  await writeNote(work, at.task, input)
  return worked
})
