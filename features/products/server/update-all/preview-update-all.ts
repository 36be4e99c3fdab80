/** What would change if a changed material were carried into all recipes. */
import { computedCost, isCostComputed } from '../../domain/cost.ts'
import type { UnitPrice } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type Unit } from '../../domain/product.ts'
import { type Material, whyNotCycle } from '../../domain/requirements.ts'
import { productsRights } from '../../domain/rights.ts'
import { whyNotUnit } from '../../domain/units.ts'
import { carriedLine, carriedSteps, type Replacement, sameLine, type StoredLine } from '../../domain/update-all.ts'
import { type CarriedRow, MOST_CARRIED, previewUpdateAll } from '../../domain/update-all-contract.ts'
import { readRequirements } from '../requirements.ts'
import { usersInOrder, type UsingProduct, usersOf } from './users.ts'

type NewMaterial = {
  readonly id: number
  readonly name: string
  readonly unit: Unit
  readonly cost: UnitPrice
  readonly service: boolean
}

const readMaterials = (rows: Rows, ids: readonly number[]): Promise<NewMaterial[]> =>
  rows.many<NewMaterial>(sql`
    select id, name, unit, cost_price_e4 as cost, service from products where id = any(${[...ids]}::bigint[])`)

/** Refuses lines with a material that does not exist, that is a service, or that is counted in an unlike unit. */
function whyNotLines(lines: readonly StoredLine[], materials: ReadonlyMap<number, NewMaterial>): Refusal | null {
  for (const { materialId, unit } of lines) {
    const material = materials.get(materialId)
    if (material === undefined) return refusal('refused', 'products.no-material', { materialId })
    if (material.service) return refusal('refused', 'products.service-material', { name: material.name })
    const unlike = whyNotUnit(unit, material)
    if (unlike) return unlike
  }
  return null
}

type Known = {
  readonly replacements: readonly Replacement[]
  readonly materials: ReadonlyMap<number, NewMaterial>
  /** The costs that products get by the same change, for the products made of them. */
  readonly costs: Map<number, UnitPrice>
  readonly requirements: ReadonlyMap<number, readonly Material[]>
  readonly nameOf: (id: number) => string
}

/** Returns the row of one product, and notes its new cost for the products made of it. */
function carriedRow(user: UsingProduct, { replacements, materials, costs, requirements, nameOf }: Known): CarriedRow {
  const changed = user.steps.flatMap(({ materials: lines }) =>
    lines.flatMap((line) => {
      const to = carriedLine(line, replacements)
      return to === null ? [] : [{ line, to }]
    }),
  )
  const steps = carriedSteps(user.steps, replacements)
  const own = new Map([...requirements, [user.id, steps.flatMap((step) => [...step.materials] as Material[])]])
  const reason =
    whyNotLines(
      changed.map(({ to }) => to),
      materials,
    ) ?? whyNotCycle(own, user.id, nameOf)
  const oldLines = new Map(user.steps.flatMap((step) => step.materials.map((line) => [line.materialId, line] as const)))
  const withCosts = steps.map((step) => ({
    materials: step.materials.flatMap(({ materialId, quantity, unit }) => {
      const found = materials.get(materialId)
      const stored = oldLines.get(materialId)
      const materialUnit = found?.unit ?? stored?.materialUnit
      const cost = costs.get(materialId) ?? found?.cost ?? stored?.cost
      return unit && materialUnit && cost !== undefined ? [{ quantity, unit, materialUnit, cost }] : []
    }),
  }))
  const newCost =
    reason === null && isCostComputed(user.usageType, steps) ? computedCost(withCosts, user.margin) : user.cost
  if (reason === null) costs.set(user.id, newCost)
  const show = (line: StoredLine) => ({ name: nameOf(line.materialId), quantity: line.quantity, unit: line.unit })
  return {
    id: user.id,
    version: user.version,
    name: user.name,
    sku: user.sku,
    lines: changed.map(({ line, to }) => ({
      from: show(line),
      to: show(to),
      differs: !replacements.some(({ from }) => sameLine(from, line)),
    })),
    oldCost: user.cost,
    newCost,
    refusal: reason,
  }
}

export const previewUpdateAllQuery = query(previewUpdateAll, async ({ rows, actor }, { id, replacements }) => {
  const found = await usersOf(
    rows,
    replacements.map(({ from }) => from.materialId),
    id,
    MOST_CARRIED + 1,
  )
  const users = found.slice(0, MOST_CARRIED)
  const wanted = await readMaterials(
    rows,
    replacements.map(({ to }) => to.materialId),
  )
  const requirements = await readRequirements(rows, [...users.map((user) => user.id), ...wanted.map((one) => one.id)])
  const names = new Map([
    ...users.flatMap((user) => [
      [user.id, user.name] as const,
      ...user.steps.flatMap((step) => step.materials.map((line) => [line.materialId, line.name] as const)),
    ]),
    ...wanted.map((one) => [one.id, one.name] as const),
  ])
  const known: Known = {
    replacements,
    materials: new Map(wanted.map((one) => [one.id, one])),
    costs: new Map(),
    requirements,
    nameOf: (productId) => names.get(productId) ?? `#${productId}`,
  }
  const seesCosts = may(actor, productsRights.cost)
  const carried = usersInOrder(users, requirements)
    .map((user) => carriedRow(user, known))
    .filter((row) => row.lines.length > 0)
  return {
    rows: carried
      .map((row) => (seesCosts ? row : { ...row, oldCost: null, newCost: null }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'el') || a.id - b.id),
    more: found.length > MOST_CARRIED,
  }
})
