/** Creates the production tasks that programs send. A new task moves no stock, whatever its status. */
import { renewPhotoUses } from '#features/photos/server/photo-uses.ts'
import { readKeptCustomer } from '#features/customers/server/kept-customer.ts'
import { isWholeIn } from '#features/products/domain/product.ts'
import { productNamed } from '#features/products/server/product-named.ts'
import { changes } from '#kernel/changes.ts'
import { LIMITS, PLACES, type Quantity, toNumber } from '#kernel/money.ts'
import { visibleText } from '#kernel/text/visible-text.ts'
import { sectionNamed } from '#features/sections/server/section-named.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { INTERNAL_ORDER_ID, INTERNAL_CUSTOMER_ID } from '#kernel/import/placeholder-numbers.ts'
import { INTERNAL_CUSTOMER, isOpenTask, readTaskStatus, RETURN_MATERIALS, type TaskStatus } from '../domain/task.ts'
import type { ChainTask } from '../domain/chains.ts'
import { keepFirstPlan } from './plan/order-plan.ts'
import { insertMaterials, namedMaterials, recipeOfStep, type SentMaterials } from './task-materials.ts'

/** A task as a program sends it: only the fields that were sent, with scaled quantities. */
export type TaskRecord = {
  readonly type?: string | null
  readonly name?: string | null
  readonly description?: string | null
  readonly status?: string | null
  readonly quantity?: number | null
  readonly orderref?: number | null
  readonly taskref?: string | null
  readonly seq?: number | null
  readonly productid?: number | null
  readonly product?: string | null
  readonly customer_id_ref?: number | null
  readonly customer_name?: string | null
  readonly materials?: SentMaterials | null
  readonly photos?: unknown
  readonly comments?: string | null
  readonly expectedDate?: string | null
}

export const statusOf = (written: string): TaskStatus =>
  readTaskStatus(written) ?? refuse('invalid', 'production.unknown-status', { status: written.slice(0, 40) })

/** The folded name of the section that a filter names in any spelling, as SQL. An unknown name is only folded. */
export const sectionNameFor = (written: Sql): Sql =>
  sql`coalesce((select fold(name) from sections where ${sectionNamed(written)} order by id limit 1), fold(${written}))`

/** Returns the stored name of a section for any of its spellings. An unknown name is returned unchanged (C-19). */
async function sectionOf({ tx }: Work, written: string): Promise<string> {
  const known = await tx.maybe<{ name: string }>(sql`
    select name from sections where ${sectionNamed(sql`${written}::text`)} order by id limit 1`)
  return known?.name ?? written
}

type Named = { readonly id: number; readonly name: string }
type ChainPlace = Pick<ChainTask, 'orderId' | 'productId' | 'taskref' | 'seq'>

/** Finds the product by id, or else by name. An unknown name is stored as written, without an id (C-38). */
async function productOf({ tx }: Work, { productid: id, product }: TaskRecord): Promise<Named | null> {
  if (id == null) return productNamed(tx, product ?? null)
  return (
    (await tx.maybe<Named>(sql`select id, name from products where id = ${id}`)) ??
    refuse('refused', 'production.no-product', { productId: id })
  )
}

/** Returns the customer of the order, or else the named customer. Null for a task of the company itself (C-14). */
async function customerOf({ tx }: Work, record: TaskRecord, orderId: number | null): Promise<Named | null> {
  const id = record.customer_id_ref ?? null
  if (orderId !== null) {
    return (
      (await tx.maybe<Named>(sql`select customer_id as id, name from orders where id = ${orderId}`)) ??
      refuse('refused', 'production.no-order', { orderId })
    )
  }
  if (id === null || id === INTERNAL_CUSTOMER_ID) return null
  return (await readKeptCustomer(tx, id)) ?? refuse('refused', 'production.no-customer', { customerId: id })
}

/** Returns the materials that a program sent, or those of the step of the recipe if it sent none. */
async function materialsOf(tx: Rows, { materials }: TaskRecord, productId: number | null, seq: number) {
  if (Array.isArray(materials)) return namedMaterials(tx, materials)
  return productId === null ? [] : recipeOfStep(tx, productId, seq)
}

/**
 * Sets the materials of a new task as the program says they are. They were received before, and the program has lowered the stock
 * itself: what is sent as done is history and moves nothing (C-76).
 */
async function settleMaterials(tx: Rows, id: number, status: TaskStatus, sent: SentMaterials | null): Promise<void> {
  const received = Array.isArray(sent) ? sent.flatMap((one, index) => (one.stockReceived ? [index + 1] : [])) : []
  const settlesAll = status === 'STOCK-RECEIVED' || !isOpenTask(status)
  if (!settlesAll && received.length === 0) return
  await tx.run(sql`
    update task_materials set state = ${status === 'CANCELED' ? 'DROPPED' : 'RECEIVED'}
    where task_id = ${id} and (${settlesAll} or line_no = any(${received}::int[]))`)
}

/**
 * Refuses a further step of a chain whose last step has booked its product already: the new last step would book the same pieces again
 * (C-67). A step that a program writes as finished tells of history and books nothing.
 */
async function refuseBooked({ tx }: Work, { orderId, productId, taskref, seq }: ChainPlace): Promise<void> {
  if (productId === null || (orderId === null && taskref === '')) return
  const inChain = (task: string) => sql`${raw(task)}.product_id = ${productId} and ${raw(task)}.taskref = ${taskref}
    and coalesce(${raw(task)}.order_id, ${INTERNAL_ORDER_ID}) = ${orderId ?? INTERNAL_ORDER_ID}`
  const booked = await tx.maybe<{ section: string }>(sql`
    select t.section from tasks t
    where ${inChain('t')} and t.seq < ${seq}
      and not exists (select from tasks later where ${inChain('later')} and later.seq > t.seq)
      and exists (select from task_presses p where p.task_id = t.id and p.kind = 'FINISH' and p.undone_at is null and p.done_e4 > 0)
    limit 1`)
  if (booked) refuse('refused', 'production.chain-booked', { section: booked.section })
}

/** Refuses a part of a piece of goods that are counted (C-97). A task that ended before tells of history. */
async function refuseParts({ tx }: Work, productId: number, quantity: Quantity): Promise<void> {
  const { unit } = await tx.one<{ unit: string }>(sql`select unit from products where id = ${productId}`)
  if (!isWholeIn(unit, quantity))
    refuse('invalid', 'production.whole-pieces', { fields: { quantity: 'production.whole-pieces' } })
}

/** Writes a new task and returns its id. */
export async function createTask(work: Work, record: TaskRecord): Promise<number> {
  const section = await sectionOf(work, visibleText(record.type ?? '').trim())
  if (section === '') refuse('invalid', 'production.section-required')
  const quantity = (record.quantity ?? 0) as Quantity
  if (quantity < 0) refuse('invalid', 'production.below-zero')
  if (quantity > LIMITS.quantity)
    refuse('invalid', 'production.too-large', { most: toNumber(LIMITS.quantity, PLACES.quantity) })
  const seq = record.seq ?? 1
  if (seq < 1 || seq > 1000) refuse('invalid', 'production.step')
  const status = statusOf(record.status ?? 'PENDING')
  const orderId = record.orderref == null || record.orderref === INTERNAL_ORDER_ID ? null : record.orderref
  const customer = await customerOf(work, record, orderId)
  const product = await productOf(work, record)
  const isLaundry = record.materials === RETURN_MATERIALS
  if (product !== null && isOpenTask(status)) await refuseParts(work, product.id, quantity)
  if (!isLaundry && isOpenTask(status))
    await refuseBooked(work, { orderId, productId: product?.id ?? null, taskref: record.taskref ?? '', seq })
  const { id } = await work.tx.one<{ id: number }>(sql`
    insert into tasks (section, name, description, status, quantity_e4, order_id, taskref, seq, product_id, product_name,
      customer_id, customer_name, work, photos, comments, expected_at, created_at, updated_at, done_e4, finished_at)
    values (${section}, ${record.name ?? ''}, ${record.description ?? ''}, ${status}, ${quantity}, ${orderId}::bigint,
      ${record.taskref ?? ''}, ${seq}, ${product?.id ?? null}::bigint, ${product?.name ?? record.product ?? ''},
      ${customer?.id ?? null}::bigint, ${record.customer_name || (customer?.name ?? INTERNAL_CUSTOMER)},
      ${isLaundry ? 'LAUNDRY' : 'PRODUCTION'}, ${JSON.stringify(record.photos ?? [])}::jsonb,
      ${record.comments ?? ''}, ${record.expectedDate ?? null}::timestamp, ${work.now}::timestamptz, ${work.now}::timestamptz,
      ${status === 'FINISHED' ? quantity : 0}, ${status === 'FINISHED' ? work.now : null}::timestamptz)
    returning id`)
  await renewPhotoUses(work, { entity: 'tasks', id }, [], record.photos)
  if (!isLaundry) {
    await insertMaterials(work.tx, id, quantity, await materialsOf(work.tx, record, product?.id ?? null, seq))
    await settleMaterials(work.tx, id, status, record.materials ?? null)
    if (orderId !== null) await keepFirstPlan(work, orderId, id)
  }
  work.record({
    entity: 'tasks',
    id,
    changes: changes({}, { status, section, orderId }),
  })
  return id
}
