import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { oneTask } from '../../domain/task-contract.ts'
import { isOpenTask } from '../../domain/task.ts'
import { readMaterials } from './materials.ts'
import { readTask } from './open-tasks.ts'
import { readPressesOf } from './presses.ts'
import { isLate } from './section-day.ts'
import { chainOf, readSteps } from './steps.ts'

export const oneTaskQuery = query(oneTask, async ({ rows, actor, today }, { taskId }) => {
  const found = (await readTask(rows, taskId)) ?? refuse('missing', 'production.no-task', { taskId })
  if (actor.role === 'section' && actor.section !== found.section) refuse('forbidden', 'sections.not-yours')
  const steps = await readSteps(rows, [found])
  const materials = await readMaterials(rows, [found])
  const presses = await readPressesOf(rows, taskId)
  const { taskref: _taskref, seq: _seq, ...task } = found
  return {
    task: {
      ...task,
      isLate: isOpenTask(task.status) && isLate(task, today),
      chain: chainOf(found, steps.of(found)),
      materials: materials.get(taskId) ?? [],
    },
    presses,
  }
})
