import { stopOn } from '#kernel/refusal.ts'
import { changes } from '#kernel/changes.ts'
import { lockingCommand, type Work } from '#server/command.ts'
import { toReceive } from '../../domain/materials.ts'
import { whyNotWorked } from '../../domain/task-lifecycle.ts'
import { receiveMaterials } from '../../domain/work-contract.ts'
import { factsOf, lockTask, materialOf, type TaskAtWork } from './lock-task.ts'
import { press, unchanged, type Worked } from './press.ts'
import { demandReason, type Override, takeMaterials } from './take-materials.ts'

/** Receives materials of a locked task; `lines` is empty for all that wait. A material that is received already is left alone. */
export async function receive(
  work: Work,
  at: TaskAtWork,
  { lines, override, worker }: { lines: readonly number[]; override?: Override | undefined; worker: string },
): Promise<Worked> {
  stopOn(whyNotWorked(factsOf(at)))
  demandReason(override, worker)
  const named = lines.length === 0 ? at.materials : [...new Set(lines)].map((line) => materialOf(at, line))
  const waiting = named.filter(({ state }) => state === 'WAITING')
  if (waiting.length === 0) return unchanged(at)
  const taken = await takeMaterials(
    work,
    at.task.id,
    waiting.map((material) => ({ material, take: toReceive(material) })),
    override,
  )
  const materials = taken.materials.map((material) => ({ ...material, state: 'RECEIVED' as const }))
  return press(work, at, 'RECEIVE', worker, {
    materials,
    moved: taken.moved,
    reason: override?.reason ?? '',
    noted: changes({}, { received: materials.map(({ name }) => name).join(', ') }),
  })
}

// A press locks the task, its chain and the stock of its materials, and its rules depend on nothing else.
export const receiveMaterialsCommand = lockingCommand(receiveMaterials, async (work, input) =>
  receive(work, await lockTask(work, input.taskId), input),
)
