/** Works out the costs of products anew after the cost or the unit of a material has changed, from the leaves up. */
import type { Rate, UnitPrice } from '#kernel/money.ts'
import { computedCost, isCostComputed, isCostTooLarge } from './cost.ts'
import type { Unit, UsageType } from './product.ts'
import type { Requirements } from './requirements.ts'

/** What a cost follows from, beside the materials. */
export type Costed = {
  readonly usageType: UsageType
  readonly unit: Unit
  /** The stored cost. */
  readonly cost: UnitPrice
  readonly margin: Rate
}

/**
 * Returns the new costs of those products whose cost differs from the stored one. `above` contains the products to work
 * out, and `products` also their direct materials. Each product is worked out once, after all of its materials. A product
 * that is made of itself keeps its cost. A cost beyond the limit ends the pass, because the caller refuses it by the name of its product.
 */
export function climbedCosts(products: ReadonlyMap<number, Costed>, above: Requirements): Map<number, UnitPrice> {
  const { usersOf, waitsFor } = whoWaits(above)
  const changed = new Map<number, UnitPrice>()
  const ready = [...above.keys()].filter((id) => waitsFor.get(id) === 0)
  // the loop also visits the products that become ready while it runs
  for (const id of ready) {
    const product = products.get(id)
    const cost = product && workedOut(product, above.get(id) ?? [], products, changed)
    if (cost !== undefined && cost !== product?.cost) changed.set(id, cost)
    if (cost !== undefined && isCostTooLarge(cost)) break
    for (const user of usersOf.get(id) ?? []) {
      const left = (waitsFor.get(user) as number) - 1
      waitsFor.set(user, left)
      if (left === 0) ready.push(user)
    }
  }
  return changed
}

/**
 * Returns every cost that would change if products had other costs: the `tried` ones that differ from the stored costs, and
 * those of the products above them. `products` also contains the tried ones.
 */
export function triedCosts(
  products: ReadonlyMap<number, Costed>,
  above: Requirements,
  tried: ReadonlyMap<number, UnitPrice>,
): Map<number, UnitPrice> {
  const differing = [...tried].filter(([id, cost]) => cost !== products.get(id)?.cost)
  const withTried = new Map(products)
  for (const [id, cost] of differing) {
    const product = products.get(id)
    if (product) withTried.set(id, { ...product, cost })
  }
  return new Map([...differing, ...climbedCosts(withTried, above)])
}

/** Returns the products that use each one, and how many of the products in `above` each of them must wait for. */
function whoWaits(above: Requirements) {
  const usersOf = new Map<number, number[]>()
  const waitsFor = new Map<number, number>()
  for (const [id, lines] of above) {
    const materials = new Set(lines.map(({ materialId }) => materialId))
    const awaited = [...materials].filter((materialId) => above.has(materialId))
    waitsFor.set(id, awaited.length)
    for (const materialId of awaited) {
      const users = usersOf.get(materialId)
      if (users) users.push(id)
      else usersOf.set(materialId, [id])
    }
  }
  return { usersOf, waitsFor }
}

/** Returns the cost of a product at the new costs of its materials; undefined if it does not follow from materials. */
function workedOut(
  product: Costed,
  lines: NonNullable<ReturnType<Requirements['get']>>,
  products: ReadonlyMap<number, Costed>,
  changed: ReadonlyMap<number, UnitPrice>,
): UnitPrice | undefined {
  const materials = lines.flatMap(({ materialId, quantity, unit }) => {
    const material = products.get(materialId)
    if (!material) return []
    return [{ quantity, unit, materialUnit: material.unit, cost: changed.get(materialId) ?? material.cost }]
  })
  const steps = [{ materials }]
  return isCostComputed(product.usageType, steps) ? computedCost(steps, product.margin) : undefined
}
