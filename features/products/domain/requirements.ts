/** Computes what making a product takes through all levels: a product needs materials, which may have materials too. */
import {
  addExact,
  type Exact,
  exactQuantity,
  multiplyExact,
  type Quantity,
  roundQuantity,
  ZERO_EXACT,
} from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { Unit } from './product.ts'
import { exactIn, type Measured } from './units.ts'

/** One material of a product, with the quantity for one unit in the unit in which it was typed. */
export type Material = Measured & { readonly materialId: number }

/** The direct materials of each product, for one unit. A product without an entry is not made here. */
export type Requirements<M extends Material = Material> = ReadonlyMap<number, readonly M[]>

/**
 * Returns the products of a cycle that starts anywhere in `from`. Each needs the next, and the last needs the first.
 * Null if there is none.
 */
export const findCycle = (requirements: Requirements, from: Iterable<number>): readonly number[] | null =>
  fromTopDown(requirements, from).cycles[0] ?? null

/** Refuses requirements by which a product needs itself, and names the products of the cycle. */
export function whyNotCycle(
  requirements: Requirements,
  productId: number,
  nameOf: (id: number) => string,
): Refusal | null {
  const cycle = findCycle(requirements, [productId])
  return cycle && refusal('refused', 'products.requirement-cycle', { path: cycle.map(nameOf).join(' → '), ids: cycle })
}

/** Returns these products and every material that making them takes, through all levels. */
export function withTheirMaterials(requirements: Requirements, productIds: Iterable<number>): Set<number> {
  const found = new Set(productIds)
  // a set also visits what is added while it is walked through
  for (const id of found) for (const { materialId } of requirements.get(id) ?? []) found.add(materialId)
  return found
}

/** Returns these products and every material that making them takes, each after its own materials. */
export const materialsFirst = (requirements: Requirements, productIds: Iterable<number>): readonly number[] =>
  fromTopDown(requirements, productIds).order.toReversed()

/** One use of a material: the product, its requirement for the material, and the quantity in the unit of the material. */
export type Use<M extends Material = Material> = {
  readonly productId: number
  readonly requirement: M
  readonly quantity: Quantity
}

/** The total quantity of a material in its unit, and its uses. */
export type MaterialTotal<M extends Material = Material> = {
  readonly quantity: Quantity
  readonly uses: readonly Use<M>[]
}

export type Expansion<M extends Material = Material> = {
  /** All products and materials that are taken, each listed before its own materials. */
  readonly totals: ReadonlyMap<number, MaterialTotal<M>>
  /** The cycles that were found. The requirement that closes a cycle is not followed. */
  readonly cycles: readonly (readonly number[])[]
}

/**
 * Returns everything that the given quantities of some products take, through all levels. The given products are not in
 * the result unless another one needs them. Each requirement is read once, however many paths lead to it. So the work
 * grows only with the number of requirements. `unitOf` gives the unit of a material, or undefined if it is unknown.
 * Quantities stay exact through all levels. Each total and each use is rounded once, at the end (C-74).
 */
export function expandRequirements<M extends Material>(
  requirements: Requirements<M>,
  wanted: Iterable<{ readonly productId: number; readonly quantity: Quantity }>,
  unitOf: (materialId: number) => Unit | undefined,
): Expansion<M> {
  const uses = new Map<number, Use<M>[]>()
  const { totals, cycles } = expandTotals(requirements, wanted, unitOf, (productId, requirement, exact) => {
    const use = { productId, requirement, quantity: roundQuantity(exact) }
    const others = uses.get(requirement.materialId)
    if (others) others.push(use)
    else uses.set(requirement.materialId, [use])
  })
  const withUses = Array.from(totals, ([id, quantity]): [number, MaterialTotal<M>] => [
    id,
    { quantity, uses: uses.get(id) ?? [] },
  ])
  return { totals: new Map(withUses), cycles }
}

/** Returns the totals of `expandRequirements` alone, and calls `used` with each use. Without the uses this takes half the time. */
export function expandTotals<M extends Material>(
  requirements: Requirements<M>,
  wanted: Iterable<{ readonly productId: number; readonly quantity: Quantity }>,
  unitOf: (materialId: number) => Unit | undefined,
  used: (productId: number, requirement: M, exact: Exact) => void = () => {},
): { readonly totals: ReadonlyMap<number, Quantity>; readonly cycles: readonly (readonly number[])[] } {
  const asked = new Map<number, Exact>()
  const add = (to: Map<number, Exact>, id: number, quantity: Exact) => {
    const before = to.get(id)
    to.set(id, before ? addExact(before, quantity) : quantity)
  }
  for (const { productId, quantity } of wanted) add(asked, productId, exactQuantity(quantity))
  const { order, followed, cycles } = fromTopDown(requirements, asked.keys())
  const taken = new Map<number, Exact>()
  for (const productId of order) {
    const materials = followed.get(productId) ?? []
    if (materials.length === 0) continue
    const count = addExact(asked.get(productId) ?? ZERO_EXACT, taken.get(productId) ?? ZERO_EXACT)
    for (const requirement of materials) {
      const { materialId, unit } = requirement
      const exact = multiplyExact(count, exactIn(requirement, unitOf(materialId) ?? unit))
      add(taken, materialId, exact)
      used(productId, requirement, exact)
    }
  }
  const totals = new Map<number, Quantity>()
  for (const id of order) {
    const total = taken.get(id)
    if (total) totals.set(id, roundQuantity(total))
  }
  return { totals, cycles }
}

/** Returns all reachable products, each before its materials, and the requirements without those that close a cycle. */
export function fromTopDown<M extends Material>(requirements: Requirements<M>, from: Iterable<number>) {
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
