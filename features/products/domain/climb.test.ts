import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quantity, type Rate, rate, type UnitPrice, unitPrice } from '#kernel/money.ts'
import { climbedCosts, type Costed, triedCosts } from './climb.ts'
import { computedCost, isCostTooLarge } from './cost.ts'
import { type Unit, UNITS, type UsageType } from './product.ts'
import type { Material } from './requirements.ts'
import { familyOf } from './units.ts'

const like = (unit: Unit): Unit[] => UNITS.filter((one) => familyOf(one) === familyOf(unit))

const product = fc.record({
  usageType: fc.constantFrom<UsageType>('MATERIAL', 'COMPLETE-PRODUCT', 'PURCHASED-MATERIAL'),
  unit: fc.constantFrom(...UNITS),
  cost: fc.integer({ min: 0, max: 20_0000 }).map((cost) => unitPrice(cost)),
  margin: fc.integer({ min: 0, max: 100_00 }).map((percent) => rate(percent)),
})

/** Random recipes without cycles: each product takes only products with lower numbers. */
const companies = fc
  .record({
    all: fc.array(product, { minLength: 9, maxLength: 9 }),
    edges: fc.array(fc.tuple(fc.nat(8), fc.nat(8), fc.integer({ min: 1, max: 3_0000 }), fc.nat(2)), { maxLength: 24 }),
  })
  .map(({ all, edges }) => {
    const products = new Map(all.map((one, id): [number, Costed] => [id, one]))
    const recipes = new Map<number, Material[]>()
    for (const [a, b, amount, pick] of edges) {
      const materialId = Math.min(a, b)
      if (a === b) continue
      const units = like(products.get(materialId)?.unit ?? 'Item')
      const line = { materialId, quantity: quantity(amount), unit: units[pick % units.length] as Unit }
      recipes.set(Math.max(a, b), [...(recipes.get(Math.max(a, b)) ?? []), line])
    }
    return { products, recipes }
  })

type Company = {
  readonly products: ReadonlyMap<number, Costed>
  readonly recipes: ReadonlyMap<number, readonly Material[]>
}

/** Computes the cost of a product by plain recursion, independent of the tested code. */
function byRecursion(company: Company, id: number): UnitPrice {
  const { usageType, cost, margin } = company.products.get(id) as Costed
  const lines = company.recipes.get(id) ?? []
  if (usageType === 'PURCHASED-MATERIAL' || lines.length === 0) return cost
  const materials = lines.map(({ materialId, ...line }) => ({
    ...line,
    materialUnit: (company.products.get(materialId) as Costed).unit,
    cost: byRecursion(company, materialId),
  }))
  return computedCost([{ materials }], margin)
}

test('the costs of one pass equal those of plain recursion', () => {
  fc.assert(
    fc.property(companies, (company) => {
      // A cost beyond the limit ends the pass, and another test follows that.
      fc.pre([...company.products.keys()].every((id) => !isCostTooLarge(byRecursion(company, id))))
      const changed = climbedCosts(company.products, company.recipes)
      for (const [id, { cost }] of company.products)
        expect([id, changed.get(id) ?? cost]).toEqual([id, byRecursion(company, id)])
      // only costs that differ are in the result, and a second pass finds none
      const after = new Map(
        [...company.products].map(([id, one]) => [id, { ...one, cost: changed.get(id) ?? one.cost }]),
      )
      for (const [id, cost] of changed) expect(cost).not.toBe(company.products.get(id)?.cost)
      expect(climbedCosts(after, company.recipes).size).toBe(0)
    }),
  )
})

test('a cost beyond the limit is returned and ends the pass, so that its product can be named', () => {
  const costed = (cost: number): Costed => ({
    usageType: 'MATERIAL',
    unit: 'Item',
    cost: unitPrice(cost),
    margin: 0 as Rate,
  })
  const products = new Map([1, 2, 3].map((id) => [id, costed(id === 1 ? 9_999_999_0000 : 0)]))
  const many = (materialId: number): Material => ({ materialId, quantity: quantity(2_0000), unit: 'Item' })
  const changed = climbedCosts(
    products,
    new Map([
      [2, [many(1)]],
      [3, [many(2)]],
    ]),
  )
  expect([...changed.keys()]).toEqual([2])
  expect([...changed.values()].every(isCostTooLarge)).toBe(true)
})

test('a product that is made of itself keeps its cost, and all others follow', () => {
  const costed = (cost: number): Costed => ({
    usageType: 'MATERIAL',
    unit: 'Item',
    cost: unitPrice(cost),
    margin: 0 as Rate,
  })
  const one = (materialId: number): Material => ({ materialId, quantity: quantity(1_0000), unit: 'Item' })
  const products = new Map([
    [1, costed(1_0000)],
    [2, costed(5_0000)],
    [3, costed(6_0000)],
    [4, costed(0)],
  ])
  const recipes = new Map([
    [2, [one(1), one(3)]],
    [3, [one(2)]],
    [4, [one(1), one(1)]],
  ])
  expect(climbedCosts(products, recipes)).toEqual(new Map([[4, 2_0000]]))
})

test('other costs change the tried products whose cost differs, and the products above these', () => {
  const costed = (cost: number): Costed => ({
    usageType: 'MATERIAL',
    unit: 'Item',
    cost: unitPrice(cost),
    margin: 0 as Rate,
  })
  const two = (materialId: number): Material => ({ materialId, quantity: quantity(2_0000), unit: 'Item' })
  const products = new Map([
    [1, costed(1_0000)],
    [2, costed(2_0000)],
    [3, costed(5_0000)],
  ])
  const tried = (...costs: [id: number, cost: number][]) =>
    triedCosts(products, new Map([[2, [two(1)]]]), new Map(costs.map(([id, cost]) => [id, unitPrice(cost)])))
  expect(tried([1, 3_0000], [3, 5_0000])).toEqual(
    new Map([
      [1, 3_0000],
      [2, 6_0000],
    ]),
  )
  expect(tried([1, 1_0000])).toEqual(new Map())
})
