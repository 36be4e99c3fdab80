/**
 * Washing tasks: lent items that came back and wait in the laundry. They belong to a customer and to no order, so they hold up no
 * order and end with none. Closing one moves its clean pieces to the stock.
 */
import { renewPhotoUses } from '#features/photos/server/photo-uses.ts'
import { randomUUID } from 'node:crypto'
import { hasWholeParts, type Unit } from '#features/products/domain/product.ts'
import { sectionNamed } from '#features/sections/server/section-named.ts'
import { moveStock } from '#features/stock/server/move-stock.ts'
import { changes } from '#kernel/changes.ts'
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
import { LAUNDRY_SECTION, type TaskStatus, WASHING_DESCRIPTION } from '../domain/task.ts'

type Returned = { readonly productId: number; readonly productName: string; readonly quantity: Quantity }

/**
 * Writes one washing task for each returned item. Returns the ids in the order of `items`. The tasks of one return share a chain
 * name, so the laundry shows them together.
 */
export async function insertWashingTasks(
  work: Work,
  customer: { readonly id: number; readonly name: string },
  items: readonly Returned[],
  comments: string,
): Promise<number[]> {
  const rows = items.map((item, at) => ({
    at,
    product_id: item.productId,
    name: item.productName,
    quantity_e4: item.quantity,
  }))
  const stored = await work.tx.many<{ id: number; section: string }>(sql`
    insert into tasks (section, name, description, status, quantity_e4, taskref, seq, product_id, product_name, customer_id,
      customer_name, work, comments, created_at, updated_at)
    select coalesce((select s.name from sections s where ${sectionNamed(sql`${LAUNDRY_SECTION}::text`)} order by s.id limit 1),
        ${LAUNDRY_SECTION}), item.name, ${WASHING_DESCRIPTION}, 'PENDING', item.quantity_e4, ${`return-${randomUUID()}`}, 1,
      item.product_id, item.name, ${customer.id}, ${customer.name}, 'LAUNDRY', ${comments}, ${work.now}::timestamptz,
      ${work.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item(at int, product_id bigint, name text, quantity_e4 bigint)
    order by item.at
    returning id, section`)
  for (const { id, section } of stored)
    work.record({ entity: 'tasks', id, changes: changes({}, { status: 'PENDING', section }) })
  return stored.map(({ id }) => id).sort((a, b) => a - b)
}

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
    if (task.status === 'FINISHED' || task.status === 'CANCELED')
      refuse('refused', 'production.washing-closed', { taskId })
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
    await work.tx.run(sql`
      update tasks set status = 'FINISHED', done_e4 = ${clean}, scrapped_e4 = ${lost}, worker = ${worker},
        photos = photos || ${JSON.stringify(photos)}::jsonb, finished_at = ${work.now}::timestamptz,
        updated_at = ${work.now}::timestamptz, version = version + 1
      where id = ${task.id}`)
    await renewPhotoUses(work, { entity: 'tasks', id: task.id }, [], photos)
    const press = await work.tx.one<{ id: number }>(sql`
      insert into task_presses (task_id, kind, done_e4, scrapped_e4, before, worker, user_id, user_name, at)
      values (${task.id}, 'CLOSE', ${clean}, ${lost}, ${JSON.stringify(before)}::jsonb, ${worker}, ${work.actor.userId}::bigint,
        ${work.actor.name}, ${work.now}::timestamptz)
      returning id`)
    work.record({ entity: 'tasks', id: task.id, changes: changes({ status: task.status }, { status: 'FINISHED' }) })
    const { productId, productName, customerId, customerName } = task
    answers.push({ pressId: press.id, taskId: task.id, productId, productName, customerId, customerName })
  }
  return answers
}

type ClosingPress = {
  readonly id: number
  readonly taskId: number
  readonly kind: string
  readonly clean: Quantity
  readonly before: { readonly status: TaskStatus; readonly worker: string }
  readonly at: string
}

/**
 * Takes back the closing of washing tasks within `UNDO_MINUTES`: the clean pieces leave the stock and the tasks are open again.
 * Refuses if the pieces have left the stock meanwhile. Returns the presses that were taken back.
 */
export async function reopenWashing(work: Work, taskIds: readonly number[]): Promise<number[]> {
  const tasks = await lockWashing(work, taskIds)
  const presses = await work.tx.many<ClosingPress>(sql`
    select distinct on (task_id) id, task_id as "taskId", kind, done_e4 as clean, before, at
    from task_presses where task_id = any(${[...taskIds]}::bigint[]) and undone_at is null order by task_id, id desc`)
  const found = new Map(presses.map((press) => [press.taskId, press]))
  const undone = taskIds.map((taskId) => {
    const press = found.get(taskId)
    if (press?.kind !== 'CLOSE' || tasks.get(taskId)?.status !== 'FINISHED')
      return refuse('refused', 'production.washing-open', { taskId })
    if (!isInTime(press.at, work.now)) refuse('refused', 'production.washing-late', { minutes: UNDO_MINUTES })
    return press
  })
  await moveStock(
    work,
    undone.flatMap(({ taskId, clean }) => {
      const task = tasks.get(taskId)
      return !task || task.productId === null || clean === ZERO_QUANTITY
        ? []
        : [{ productId: task.productId, quantity: negateQuantity(clean), reason: reasonOf(task), taskId }]
    }),
  )
  for (const { id, taskId, before } of undone) {
    await work.tx.run(sql`
      update tasks set status = ${before.status}, done_e4 = 0, scrapped_e4 = 0, worker = ${before.worker}, finished_at = null,
        updated_at = ${work.now}::timestamptz, version = version + 1
      where id = ${taskId}`)
    await work.tx.run(sql`
      update task_presses set undone_at = ${work.now}::timestamptz, undone_by = ${work.actor.name} where id = ${id}`)
    work.record({ entity: 'tasks', id: taskId, changes: changes({ status: 'FINISHED' }, { status: before.status }) })
  }
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
