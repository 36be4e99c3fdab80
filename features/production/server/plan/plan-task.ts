/** Plans a task for another day, for the board. */
import { changes } from '#kernel/changes.ts'
import type { Day } from '#kernel/day.ts'
import { stopOn } from '#kernel/refusal.ts'
import { lockingCommand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { newestChange, refuseStale } from '#server/history.ts'
import { planTask } from '../../domain/board-contract.ts'
import { latestBefore, whyFixed, whyNotOn } from '../../domain/planning.ts'
import { TASK_DAY } from '../task-day.ts'
import { factsOf, lockTask, type TaskAtWork } from '../work/lock-task.ts'

type Dated = { readonly id: number; readonly version: number; readonly plannedOn: Day | null; readonly day: Day | null }

/** Returns the days of locked tasks by their id. */
async function daysOf({ tx }: Work, { task, others }: TaskAtWork): Promise<ReadonlyMap<number, Dated>> {
  const rows = await tx.many<Dated>(sql`
    select t.id, t.version, t.planned_on::text as "plannedOn", ${TASK_DAY}::text as day
    from tasks t where t.id = any(${[task, ...others].map(({ id }) => id)}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reports whether the newest change of a task was to plan it for another day than `day`, so that returning to `day` undoes it. */
async function isUndo({ tx }: Work, taskId: number, day: Day): Promise<boolean> {
  const last = await newestChange(tx, 'tasks', taskId)
  return last?.command === planTask.name && last.changes['plannedOn']?.[0] === day
}

/** A day that is planned already changes nothing, so that a repeated press is answered like the first one. */
export const planTaskCommand = lockingCommand(planTask, async (work, { taskId, day, version }) => {
  const at = await lockTask(work, taskId)
  const dated = await daysOf(work, at)
  const { plannedOn: before = null, version: now = version, day: present = null } = dated.get(taskId) ?? {}
  if (before === day) return { taskId, before, version: now }
  if (now !== version) await refuseStale(work.tx, 'tasks', taskId, now, { day: present })
  stopOn(whyFixed(factsOf(at)))
  if (day !== null && !(await isUndo(work, taskId, day))) {
    const others = at.others.map((other) => ({ ...other, day: dated.get(other.id)?.day ?? null }))
    stopOn(whyNotOn(day, work.today, latestBefore(at.task, others)))
  }
  await work.tx.run(sql`
    update tasks set planned_on = ${day}::date, updated_at = ${work.now}::timestamptz, version = version + 1 where id = ${taskId}`)
  work.record({ entity: 'tasks', id: taskId, changes: changes({ plannedOn: before }, { plannedOn: day }) })
  return { taskId, before, version: now + 1 }
})
