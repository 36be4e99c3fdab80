/** Writes the tasks of the laundry. When one may be closed, and where its pieces go, is decided in features/laundry. */
import { randomUUID } from 'node:crypto'
import { renewPhotoUses } from '#features/photos/server/photo-uses.ts'
import { sectionNamed } from '#features/sections/server/section-named.ts'
import { changes } from '#kernel/changes.ts'
import type { Quantity } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { LAUNDRY_SECTION, type TaskStatus } from '../domain/task.ts'
import { WASHING_DESCRIPTION } from '../domain/description.ts'

type Returned = { readonly productId: number; readonly productName: string; readonly quantity: Quantity }

/**
 * Writes one task of the laundry for each returned item. Returns the ids in the order of `items`. The tasks of one return share a chain
 * name, so the laundry shows them together.
 */
export async function insertLaundryTasks(
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

type Before = { readonly status: TaskStatus; readonly worker: string }

/** How a task is closed. `lost` pieces do not come back; `before` is what taking the press back restores. */
type Closing = {
  readonly before: Before
  readonly clean: Quantity
  readonly lost: Quantity
  readonly worker: string
  readonly photos: readonly unknown[]
}

/** Finishes a locked task, and returns the press that did it. */
export async function storeClosing(
  work: Work,
  { id, status }: { readonly id: number; readonly status: TaskStatus },
  { before, clean, lost, worker, photos }: Closing,
): Promise<number> {
  await work.tx.run(sql`
    update tasks set status = 'FINISHED', done_e4 = ${clean}, scrapped_e4 = ${lost}, worker = ${worker},
      photos = photos || ${JSON.stringify(photos)}::jsonb, finished_at = ${work.now}::timestamptz,
      updated_at = ${work.now}::timestamptz, version = version + 1
    where id = ${id}`)
  await renewPhotoUses(work, { entity: 'tasks', id }, [], photos)
  const press = await work.tx.one<{ id: number }>(sql`
    insert into task_presses (task_id, kind, done_e4, scrapped_e4, before, worker, user_id, user_name, at)
    values (${id}, 'CLOSE', ${clean}, ${lost}, ${JSON.stringify(before)}::jsonb, ${worker}, ${work.actor.userId}::bigint,
      ${work.actor.name}, ${work.now}::timestamptz)
    returning id`)
  work.record({ entity: 'tasks', id, changes: changes({ status }, { status: 'FINISHED' }) })
  return press.id
}

type Press = {
  readonly id: number
  readonly taskId: number
  readonly kind: string
  readonly clean: Quantity
  readonly before: Before
  readonly at: string
}

/** Returns the last press of each task that was not taken back. */
export const lastPresses = ({ tx }: Work, taskIds: readonly number[]): Promise<Press[]> =>
  tx.many<Press>(sql`
    select distinct on (task_id) id, task_id as "taskId", kind, done_e4 as clean, before, at
    from task_presses where task_id = any(${[...taskIds]}::bigint[]) and undone_at is null order by task_id, id desc`)

/** Opens the task again that a press has closed. */
export async function takeClosingBack(work: Work, { id, taskId, before }: Press): Promise<void> {
  await work.tx.run(sql`
    update tasks set status = ${before.status}, done_e4 = 0, scrapped_e4 = 0, worker = ${before.worker}, finished_at = null,
      updated_at = ${work.now}::timestamptz, version = version + 1
    where id = ${taskId}`)
  await work.tx.run(sql`
    update task_presses set undone_at = ${work.now}::timestamptz, undone_by = ${work.actor.name} where id = ${id}`)
  work.record({ entity: 'tasks', id: taskId, changes: changes({ status: 'FINISHED' }, { status: before.status }) })
}
