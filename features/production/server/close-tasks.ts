import { cancelRequestsOfTasks } from '#features/buying/server/write-requests.ts'
import { changes } from '#kernel/changes.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { TaskStatus } from '../domain/task.ts'

/** Cancels locked tasks that have not begun (C-73): their materials are not needed, and their open requests are cancelled. */
export async function closeTasks(
  work: Work,
  tasks: readonly { readonly id: number; readonly status: TaskStatus }[],
): Promise<void> {
  if (tasks.length === 0) return
  const ids = tasks.map(({ id }) => id)
  await work.tx.run(sql`
    update tasks set status = 'CANCELED', updated_at = ${work.now}::timestamptz, version = version + 1
    where id = any(${ids}::bigint[])`)
  await work.tx.run(
    sql`update task_materials set state = 'DROPPED' where task_id = any(${ids}::bigint[]) and state = 'WAITING'`,
  )
  await cancelRequestsOfTasks(work, ids)
  for (const task of tasks)
    work.record({ entity: 'tasks', id: task.id, changes: changes({ status: task.status }, { status: 'CANCELED' }) })
}
