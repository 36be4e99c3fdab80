import { refuse, stopOn } from '#kernel/refusal.ts'
import { lockingCommand, type Work } from '#server/command.ts'
import { taskLifecycle } from '../../domain/task-lifecycle.ts'
import { proceedTask } from '../../domain/work-contract.ts'
import { factsOf, lockTask, type TaskAtWork } from './lock-task.ts'
import { writeNote } from './note-task.ts'
import { press, type Worked } from './press.ts'

/** Marks a locked task as STOCK-RECEIVED. Refuses while one of its materials is not received. */
export async function proceed(work: Work, at: TaskAtWork, worker: string): Promise<Worked> {
  if (at.task.work === 'LAUNDRY') refuse('refused', 'production.laundry')
  stopOn(taskLifecycle.whyNot('proceed', factsOf(at), work.actor))
  return press(work, at, 'PROCEED', worker, { status: taskLifecycle.transitions.proceed.to })
}

export const proceedTaskCommand = lockingCommand(proceedTask, async (work, { taskId, worker, comments }) => {
  const at = await lockTask(work, taskId)
  const worked = await proceed(work, at, worker)
  await writeNote(work, at.task, { comments })
  return worked
})
