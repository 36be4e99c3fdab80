/** What making something takes, through all levels: a product needs materials, which may be made of others. */
import { addQuantity, multiplyQuantity, type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

/** One material that a product takes, and how much of it one unit takes. */
export type Material = { readonly materialId: number; readonly quantity: Quantity }

/** The direct materials of each product, for one unit. A product without an entry is not made here. */
export type Requirements<M extends Material = Material> = ReadonlyMap<number, readonly M[]>

/** Products each of which needs the next, the last the first again; null when there is none that starts anywhere in `from`. */
export const findCycle = (requirements: Requirements, from: Iterable<number>): readonly number[] | null =>
  fromTopDown(requirements, from).cycles[0] ?? null

/** Refuses requirements by which a product would be made of itself, and names the way round. */
export function whyNotCycle(
  requirements: Requirements,
  productId: number,
  nameOf: (id: number) => string,
): Refusal | null {
  const cycle = findCycle(requirements, [productId])
  return cycle && refusal('refused', 'products.requirement-cycle', { path: cycle.map(nameOf).join(' → '), ids: cycle })
}

/** One place where a material is taken: the product, the requirement of it that asks for the material, and how much in all. */
export type Use<M extends Material = Material> = {
  readonly productId: number
  readonly requirement: M
  readonly quantity: Quantity
}

/** How much of a material is taken in all, and where. */
export type MaterialTotal<M extends Material = Material> = { quantity: Quantity; readonly uses: Use<M>[] }

export type Expansion<M extends Material = Material> = {
  /** Everything that is taken, whatever is made of other materials before those. */
  readonly totals: ReadonlyMap<number, MaterialTotal<M>>
  /** The ways round that were met; the requirement that closes one is not followed. */
  readonly cycles: readonly (readonly number[])[]
}

/**
 * Everything that so many pieces of some products take, directly and through their materials, quantities multiplied
 * level by level. The products asked for are not in the answer unless another one needs them. Each requirement is
 * looked at once however many ways lead to it, so that many levels of shared materials cost no more than their number.
 */
export function expandRequirements<M extends Material>(
  requirements: Requirements<M>,
  wanted: Iterable<{ readonly productId: number; readonly quantity: Quantity }>,
): Expansion<M> {
  const pieces = new Map<number, Quantity>()
  for (const { productId, quantity } of wanted)
    pieces.set(productId, addQuantity(pieces.get(productId) ?? ZERO_QUANTITY, quantity))
  const { order, followed, cycles } = fromTopDown(requirements, pieces.keys())
  const totals = new Map<number, MaterialTotal<M>>()
  for (const productId of order) {
    const count = addQuantity(pieces.get(productId) ?? ZERO_QUANTITY, totals.get(productId)?.quantity ?? ZERO_QUANTITY)
    for (const requirement of followed.get(productId) ?? []) {
      const quantity = multiplyQuantity(count, requirement.quantity)
      const total = totals.get(requirement.materialId) ?? { quantity: ZERO_QUANTITY, uses: [] }
      total.quantity = addQuantity(total.quantity, quantity)
      total.uses.push({ productId, requirement, quantity })
      totals.set(requirement.materialId, total)
    }
  }
  return { totals: new Map(order.flatMap((id) => entryOf(totals, id))), cycles }
}

const entryOf = <V>(map: ReadonlyMap<number, V>, id: number): [number, V][] => {
  const value = map.get(id)
  return value === undefined ? [] : [[id, value]]
}

/** All that is reached, every product before its materials; the requirements without those that lead back up. */
function fromTopDown<M extends Material>(requirements: Requirements<M>, from: Iterable<number>) {
  const cycles: number[][] = []
  const followed = new Map<number, M[]>()
  const order: number[] = []
  const path: number[] = []
  const open = new Set<number>()
  const walk = (id: number): void => {
    if (followed.has(id)) return
    const kept: M[] = []
    followed.set(id, kept)
    path.push(id)
    open.add(id)
    for (const requirement of requirements.get(id) ?? []) {
      if (open.has(requirement.materialId)) {
        cycles.push([...path.slice(path.indexOf(requirement.materialId)), requirement.materialId])
      } else {
        kept.push(requirement)
        walk(requirement.materialId)
      }
    }
    open.delete(id)
    path.pop()
    order.push(id)
  }
  for (const id of from) walk(id)
  return { order: order.toReversed(), followed, cycles }
}
