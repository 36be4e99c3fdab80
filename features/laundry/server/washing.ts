/**
 * Washing tasks: lent items that came back and wait in the laundry. They belong to a customer and to no order, so they hold up no
 * order and end with none. Closing one moves its clean pieces to the stock. Production, which owns tasks, writes them.
 */
import { hasWholeParts, type Unit } from '#features/products/domain/product.ts'
import { isOpenTask, type TaskStatus } from '#features/production/domain/task.ts'
import { lastPresses, storeClosing, takeClosingBack } from '#features/production/server/laundry-tasks.ts'
import { atEarlierCosts } from '#features/stock/server/earlier-costs.ts'
import { moveStock } from '#features/stock/server/move-stock.ts'
import { isInTime, UNDO_MINUTES } from '#kernel/days/undo.ts'
import {
  addQuantity,
  isWholeQuantity,
  negateQuantity,
  PLACES,
  type Quantity,
  sumQuantities,
  toNumber,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'

/** How the pieces of a washing task are divided. Together they are its quantity. */
export type Washed = {
  readonly taskId: number
  readonly clean: Quantity
  /** Pieces that do not come back, by their reasons. */
  readonly lost: readonly Quantity[]
}

/** A washing task that was closed, and the press that closed it. */
export type ClosedWashing = {
  readonly pressId: number
  readonly taskId: number
  readonly productId: number | null
  readonly productName: string
  readonly customerId: number | null
  readonly customerName: string
}

type WashingTask = Omit<ClosedWashing, 'pressId' | 'taskId'> & {
  readonly id: number
  readonly section: string
  readonly status: TaskStatus
  readonly work: string
  readonly unit: Unit
  readonly quantity: Quantity
  readonly worker: string
  /** True if a return of lent items made the task. Programs may also send things to wash that were never lent. */
  readonly isLent: boolean
}

/** The reason of the movement of clean pieces: lent pieces come back, all others are new to the stock. */
const reasonOf = ({ isLent }: WashingTask): 'washed' | 'returned' => (isLent ? 'washed' : 'returned')

/** Locks washing tasks by id. Refuses a task that is none, or that belongs to another section than the account. */
async function lockWashing(work: Work, taskIds: readonly number[]): Promise<Map<number, WashingTask>> {
  const rows = await work.tx.many<WashingTask>(sql`
    select id, section, status, work, quantity_e4 as quantity, worker,
      coalesce((select p.unit from products p where p.id = tasks.product_id), 'Item') as unit,
      product_id as "productId", product_name as "productName", customer_id as "customerId", customer_name as "customerName",
      exists (select from loans where loans.task_id = tasks.id) as "isLent"
    from tasks where id = any(${[...taskIds]}::bigint[]) order by id for update`)
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const taskId of taskIds) {
    const task = found.get(taskId)
    if (!task) refuse('missing', 'production.no-task', { taskId })
    const isForeign = work.actor.role === 'section' && task.section !== work.actor.section
    if (isForeign) refuse('forbidden', 'sections.not-yours')
    if (task.work !== 'LAUNDRY') refuse('refused', 'production.no-washing', { taskId })
  }
  return found
}

/**
 * Closes washing tasks: their clean pieces enter the stock. Refuses a closed task, parts of a piece that is counted, and
 * pieces that are not the quantity of the task.
 * The caller writes off the lost pieces.
 */
export async function closeWashing(
  work: Work,
  washed: readonly Washed[],
  { worker, photos = [] }: { readonly worker: string; readonly photos?: readonly unknown[] },
): Promise<ClosedWashing[]> {
  const tasks = await lockWashing(
    work,
    washed.map(({ taskId }) => taskId),
  )
  const closed = washed.map(({ taskId, clean, lost: parts }) => {
    const task = tasks.get(taskId) as WashingTask
    if (!isOpenTask(task.status)) refuse('refused', 'production.washing-closed', { taskId })
    if (hasWholeParts(task.unit, task.quantity) && ![clean, ...parts].every(isWholeQuantity))
      refuse('invalid', 'production.whole-pieces')
    const lost = sumQuantities(parts)
    if (addQuantity(clean, lost) !== task.quantity)
      refuse('refused', 'production.washing-sum', {
        name: task.productName,
        quantity: toNumber(task.quantity, PLACES.quantity),
      })
    return { task, clean, lost, before: { status: task.status, worker: task.worker } }
  })
  await moveStock(
    work,
    closed.flatMap(({ task, clean }) =>
      task.productId === null || clean === ZERO_QUANTITY
        ? []
        : [{ productId: task.productId, quantity: clean, reason: reasonOf(task), taskId: task.id }],
    ),
  )
  const answers: ClosedWashing[] = []
  for (const { task, clean, lost, before } of closed) {
    const pressId = await storeClosing(work, task, { before, clean, lost, worker, photos })
    const { productId, productName, customerId, customerName } = task
    answers.push({ pressId, taskId: task.id, productId, productName, customerId, customerName })
  }
  return answers
}

/**
 * Takes back the closing of washing tasks within `UNDO_MINUTES`: the clean pieces leave the stock and the tasks are open again.
 * Refuses if the pieces have left the stock meanwhile. Returns the presses that were taken back.
 */
export async function reopenWashing(work: Work, taskIds: readonly number[]): Promise<number[]> {
  const tasks = await lockWashing(work, taskIds)
  const presses = await lastPresses(work, taskIds)
  const found = new Map(presses.map((press) => [press.taskId, press]))
  const undone = taskIds.map((taskId) => {
    const press = found.get(taskId)
    if (press?.kind !== 'CLOSE' || tasks.get(taskId)?.status !== 'FINISHED')
      return refuse('refused', 'production.washing-open', { taskId })
    if (!isInTime(press.at, work.now)) refuse('refused', 'production.washing-late', { minutes: UNDO_MINUTES })
    return press
  })
  const back = undone.flatMap(({ taskId, clean }) => {
    const task = tasks.get(taskId)
    return !task || task.productId === null || clean === ZERO_QUANTITY
      ? []
      : [{ productId: task.productId, quantity: negateQuantity(clean), reason: reasonOf(task), taskId }]
  })
  const where = sql`m.task_id = any(${[...taskIds]}::bigint[])`
  await moveStock(work, await atEarlierCosts(work, back, { where, reasons: ['washed', 'returned'] }))
  for (const press of undone) await takeClosingBack(work, press)
  return undone.map(({ id }) => id)
}

/**
 * Follows a program that changes the status of a washing task. FINISHED moves all pieces to the stock. Refuses to cancel the task or
 * to open it again, because its pieces would be lost or counted twice. Returns the status.
 */
export async function changeWashing(work: Work, taskId: number, from: TaskStatus, to: TaskStatus): Promise<TaskStatus> {
  if (from === to) return to
  if (from === 'FINISHED' || to === 'CANCELED') refuse('refused', 'production.washing-stays', { taskId })
  if (to !== 'FINISHED') return to
  const { quantity } = await work.tx.one<{ quantity: Quantity }>(
    sql`select quantity_e4 as quantity from tasks where id = ${taskId}`,
  )
  await closeWashing(work, [{ taskId, clean: quantity, lost: [] }], { worker: '' })
  return to
}
