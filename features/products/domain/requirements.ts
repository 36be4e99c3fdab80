/** What making something takes, through all levels: a product needs materials, which may be made of others. */
import { addQuantity, multiplyQuantity, type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

/** The direct materials of each product, for one unit. A product without an entry is not made here. */
export type Requirements = ReadonlyMap<number, readonly { readonly materialId: number; readonly quantity: Quantity }[]>

/** Products each of which needs the next, the last the first again; null when there is none that starts anywhere in `from`. */
export function findCycle(requirements: Requirements, from: Iterable<number>): number[] | null {
  const done = new Set<number>()
  const path: number[] = []
  const walk = (id: number): number[] | null => {
    const at = path.indexOf(id)
    if (at >= 0) return [...path.slice(at), id]
    if (done.has(id)) return null
    path.push(id)
    for (const { materialId } of requirements.get(id) ?? []) {
      const cycle = walk(materialId)
      if (cycle) return cycle
    }
    path.pop()
    done.add(id)
    return null
  }
  for (const id of from) {
    const cycle = walk(id)
    if (cycle) return cycle
  }
  return null
}

/** Refuses requirements by which a product would be made of itself, and names the way round. */
export function whyNotCycle(
  requirements: Requirements,
  productId: number,
  nameOf: (id: number) => string,
): Refusal | null {
  const cycle = findCycle(requirements, [productId])
  return cycle && refusal('refused', 'products.requirement-cycle', { path: cycle.map(nameOf).join(' → '), ids: cycle })
}

/**
 * Everything that so many pieces of some products take, directly and through their materials, quantities multiplied
 * level by level. The products asked for are not in the answer unless another one needs them. Requirements must be
 * free of cycles.
 */
export function explodeRequirements(
  requirements: Requirements,
  wanted: Iterable<{ readonly productId: number; readonly quantity: Quantity }>,
): Map<number, Quantity> {
  const totals = new Map<number, Quantity>()
  const add = (productId: number, pieces: Quantity) => {
    for (const { materialId, quantity } of requirements.get(productId) ?? []) {
      const needed = multiplyQuantity(pieces, quantity)
      totals.set(materialId, addQuantity(totals.get(materialId) ?? ZERO_QUANTITY, needed))
      add(materialId, needed)
    }
  }
  for (const { productId, quantity } of wanted) add(productId, quantity)
  return totals
}
