import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { taskPlace } from '../../domain/cards/card-contract.ts'
import { isItsTurn } from '../../domain/chains.ts'
import { isOpenTask } from '../../domain/task.ts'
import { readTask } from '../section-day/open-tasks.ts'
import { readSteps, waitsForStep } from '../section-day/steps.ts'

/** A later step waits for the step before it; if that one belongs to another chain of the order, the section of the task itself is named. */
export const taskPlaceQuery = query(taskPlace, async ({ rows, actor }, { taskId }) => {
  const task = (await readTask(rows, taskId)) ?? refuse('missing', 'production.no-task', { taskId })
  const { section, status, id, work, product, unit, quantity, left } = task
  const others = (await readSteps(rows, [task])).of(task)
  const waits = isOpenTask(status) && !isItsTurn(task, others)
  const isForeign = actor.role === 'section' && actor.section !== section
  return {
    section,
    status,
    before: waits ? (waitsForStep(task, others)?.section ?? section) : null,
    task: isForeign ? null : { id, work, product, unit, quantity, left },
  }
})
