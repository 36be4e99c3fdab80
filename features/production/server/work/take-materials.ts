/** Takes materials from the stock for a task, and gives back what was not used. */
import { isShort } from '#features/stock/domain/availability.ts'
import type { Movement } from '#features/stock/domain/movement.ts'
import { lockStock } from '#features/stock/server/move-stock.ts'
import { addQuantity, negateQuantity, type Quantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import type { TaskMaterial } from '../../domain/materials.ts'

/** Override Mode: what is short of materials that may be overridden is not demanded (C-58). */
export type Override = { readonly reason: string }

/** A material with what a press takes of it; below zero for what goes back to the shelf. */
export type Taking = { readonly material: TaskMaterial; readonly take: Quantity }

/** Refuses Override Mode without a reason or without the name of who decides. */
export function demandReason(override: Override | undefined, worker: string): void {
  if (!override) return
  const fields = {
    ...(override.reason === '' ? { reason: 'production.reason-needed' } : {}),
    ...(worker === '' ? { worker: 'production.worker-needed' } : {}),
  }
  const first = Object.values(fields)[0]
  if (first) refuse('invalid', first, { fields })
}

/**
 * Returns the materials after they are taken, and the movements to write. In Override Mode it takes what the stock holds of a material
 * that may be overridden, and stores the reason. What is short otherwise is refused when the movements are written. `produced` is a
 * product that the press books too, which is locked together with the materials so that locks keep their order.
 */
export async function takeMaterials(
  work: Work,
  taskId: number,
  takings: readonly Taking[],
  override: Override | undefined,
  produced: number | null = null,
): Promise<{ materials: TaskMaterial[]; moved: Movement[]; services: ReadonlySet<number> }> {
  const ids = takings.flatMap(({ material, take }) => (take === 0 ? [] : (material.productId ?? [])))
  const products = await lockStock(work, produced === null ? ids : [...ids, produced])
  const left = new Map([...products].map(([id, { stock }]) => [id, stock]))
  const moved: Movement[] = []
  const materials = takings.map(({ material, take }) => {
    const product = take === 0 ? undefined : products.get(material.productId ?? 0)
    if (!product || product.service) return material
    const stock = left.get(product.id) ?? ZERO_QUANTITY
    const short = take > 0 && isShort(subtractQuantity(stock, take)) && override !== undefined && material.overridable
    const taken = short ? ((stock > 0 ? stock : 0) as Quantity) : take
    left.set(product.id, subtractQuantity(stock, taken))
    if (taken !== 0) moved.push({ productId: product.id, quantity: negateQuantity(taken), reason: 'consumed', taskId })
    return {
      ...material,
      taken: addQuantity(material.taken, taken),
      ...(short ? { reason: override.reason } : {}),
    }
  })
  const services = new Set([...products.values()].filter(({ service }) => service).map(({ id }) => id))
  return { materials, moved, services }
}
