/** Writes a press on a task: its goods, its materials, the task, what undoing it needs, and the history. */
import { moveStock } from '#features/stock/server/move-stock.ts'
import type { Movement } from '#features/stock/domain/movement.ts'
import { changes, type FieldChanges } from '#kernel/changes.ts'
import { addQuantity, PLACES, type Quantity, toNumber, ZERO_QUANTITY } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { TaskMaterial } from '../../domain/materials.ts'
import type { PressKind } from '../../domain/section-day-contract.ts'
import type { TaskStatus } from '../../domain/task.ts'
import type { LockedTask, TaskAtWork } from './lock-task.ts'

/** What a press changes of the task itself, as undoing it restores them. */
type Progress = Pick<LockedTask, 'status' | 'done' | 'scrapped' | 'worker' | 'finishedAt'>

/** What undoing a press needs: the task and the changed materials before it, and the task after it. */
export type BeforePress = {
  readonly task: Progress
  readonly after: Pick<Progress, 'status' | 'done' | 'scrapped'> & { readonly quantity: Quantity }
  readonly materials: readonly TaskMaterial[]
  /** The request that the press wrote. */
  readonly requestId?: number | undefined
}

/** What a press changes. What is missing stays as it is. */
export type Outcome = {
  readonly status?: TaskStatus
  /** The pieces of this press. */
  readonly done?: Quantity
  readonly scrapped?: Quantity
  /** The changed materials. */
  readonly materials?: readonly TaskMaterial[]
  readonly moved?: readonly Movement[]
  readonly reason?: string
  readonly requestId?: number
  /** Names for the history what was received, ordered or replaced. */
  readonly noted?: FieldChanges
}

/** The task after a press. */
export type Worked = {
  readonly taskId: number
  readonly status: TaskStatus
  readonly done: Quantity
  readonly scrapped: Quantity
  readonly pressId: number | null
}

/** Returns the answer for a press that had nothing to do. */
export const unchanged = ({ task: { id, status, done, scrapped } }: TaskAtWork): Worked => ({
  taskId: id,
  status,
  done,
  scrapped,
  pressId: null,
})

const shown = ({ status, done, scrapped }: Progress) => ({
  status,
  done: toNumber(done, PLACES.quantity),
  scrapped: toNumber(scrapped, PLACES.quantity),
})

/** Returns the changes of a task for the history, with the person who pressed. */
export const progressChanges = (before: Progress, after: Progress, worker: string): FieldChanges => ({
  ...changes(shown(before), shown(after)),
  ...changes({}, { worker }),
})

/** Writes the status, the pieces and the worker of a task. */
export async function writeProgress({ tx, now }: Work, id: number, after: Progress): Promise<void> {
  await tx.run(sql`
    update tasks set status = ${after.status}, done_e4 = ${after.done}, scrapped_e4 = ${after.scrapped}, worker = ${after.worker},
      finished_at = ${after.finishedAt}::timestamptz, updated_at = ${now}::timestamptz, version = version + 1
    where id = ${id}`)
}

/** Writes materials of a task as they are given. */
export async function writeMaterials({ tx }: Work, id: number, materials: readonly TaskMaterial[]): Promise<void> {
  if (materials.length === 0) return
  await tx.run(sql`
    update task_materials m set product_id = g."productId", name = g.name, needed_e4 = g.needed, extra_e4 = g.extra,
      taken_e4 = g.taken, state = g.state, overridable = g.overridable, reason = g.reason, replaced_name = g."replacedName"
    from jsonb_to_recordset(${JSON.stringify(materials)}::jsonb) as g(line int, "productId" bigint, name text, needed bigint,
      extra bigint, taken bigint, state text, overridable boolean, reason text, "replacedName" text)
    where m.task_id = ${id} and m.line_no = g.line`)
}

/** Makes a press on a locked task. Refuses if goods are short, and then nothing is written. */
export async function press(
  work: Work,
  { task, materials }: TaskAtWork,
  kind: PressKind,
  worker: string,
  outcome: Outcome,
): Promise<Worked & { readonly pressId: number }> {
  const { done = ZERO_QUANTITY, scrapped = ZERO_QUANTITY, moved = [], reason = '' } = outcome
  const status = outcome.status ?? task.status
  const after: Progress = {
    status,
    done: addQuantity(task.done, done),
    scrapped: addQuantity(task.scrapped, scrapped),
    worker: worker === '' ? task.worker : worker,
    finishedAt: status === 'FINISHED' ? work.now : task.finishedAt,
  }
  const changed = outcome.materials ?? []
  const before: BeforePress = {
    task: {
      status: task.status,
      done: task.done,
      scrapped: task.scrapped,
      worker: task.worker,
      finishedAt: task.finishedAt,
    },
    after: { status: after.status, done: after.done, scrapped: after.scrapped, quantity: task.quantity },
    materials: materials.filter(({ line }) => changed.some((one) => one.line === line)),
    requestId: outcome.requestId,
  }
  const written = await moveStock(work, moved)
  await writeMaterials(work, task.id, changed)
  await writeProgress(work, task.id, after)
  const { id: pressId } = await work.tx.one<{ id: number }>(sql`
    insert into task_presses (task_id, kind, done_e4, scrapped_e4, reason, before, moved, worker, user_id, user_name, at)
    values (${task.id}, ${kind}, ${done}, ${scrapped}, ${reason}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(written)}::jsonb,
      ${worker}, ${work.actor.userId}::bigint, ${work.actor.name}, ${work.now}::timestamptz)
    returning id`)
  work.record({
    entity: 'tasks',
    id: task.id,
    changes: { ...progressChanges(task, after, worker), ...outcome.noted },
    note: reason,
  })
  return { taskId: task.id, status, done: after.done, scrapped: after.scrapped, pressId }
}
