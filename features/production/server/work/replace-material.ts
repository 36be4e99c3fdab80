import type { Unit } from '#features/products/domain/product.ts'
import { neededOf, whyNotNeeded, whyNotUnit } from '#features/products/domain/units.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lockingCommand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { TaskMaterial } from '../../domain/materials.ts'
import { whyNotWorked } from '../../domain/task-lifecycle.ts'
import { replaceMaterial as contract } from '../../domain/work-contract.ts'
import { factsOf, lockTask, materialOf, type TaskAtWork } from './lock-task.ts'
import { press, unchanged, type Worked } from './press.ts'
import { demandReason } from './take-materials.ts'

type Replacement = {
  readonly line: number
  readonly productId: number
  readonly reason: string
  readonly worker: string
}
type Found = { readonly id: number; readonly name: string; readonly unit: Unit; readonly service: boolean }

/** Refuses to replace a material that must stay. A name that matches no product may always become a product (C-38). */
function demandReplaceable({ name, productId, overridable, state, taken }: TaskMaterial): void {
  if (productId !== null && !overridable) refuse('refused', 'production.not-overridable', { name })
  if (state !== 'WAITING' || taken > 0) refuse('refused', 'production.already-taken', { name })
}

/** Replaces a material of a locked task. The quantity for one piece stays, and counts in the unit of the new material. */
export async function replaceMaterial(
  work: Work,
  at: TaskAtWork,
  { line, productId, reason, worker }: Replacement,
): Promise<Worked> {
  stopOn(whyNotWorked(factsOf(at)))
  const material = materialOf(at, line)
  if (material.productId === productId) return unchanged(at)
  demandReplaceable(material)
  const product =
    (await work.tx.maybe<Found>(sql`select id, name, unit, service from products where id = ${productId}`)) ??
    refuse('missing', 'production.no-product', { productId })
  if (product.service || product.id === at.task.productId)
    refuse('refused', 'production.no-material-of', { name: product.name })
  stopOn(whyNotUnit(material.unit, product))
  const needed = neededOf(at.task.quantity, material.perUnit, material.unit, product.unit)
  stopOn(whyNotNeeded(needed, product.name))
  const replaced: TaskMaterial = {
    ...material,
    productId: product.id,
    name: product.name,
    needed,
    reason,
    replacedName: material.replacedName || material.name,
  }
  return press(work, at, 'REPLACE', worker, {
    materials: [replaced],
    reason,
    noted: { replaced: [material.name, product.name] },
  })
}

export const replaceMaterialCommand = lockingCommand(contract, async (work, { taskId, ...input }) => {
  demandReason(input, input.worker)
  return replaceMaterial(work, await lockTask(work, taskId), input)
})
