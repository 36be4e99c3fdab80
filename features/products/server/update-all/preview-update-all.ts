/** What would change if a changed material were carried into all recipes. */
import { climbedCosts, type Costed } from '../../domain/climb.ts'
import type { ProductPatch } from '../../domain/contract.ts'
import { type Refusal, refusal, stopOn } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Step, Unit } from '../../domain/product.ts'
import { type Material, whyNotCycle } from '../../domain/requirements.ts'
import { productsRights } from '../../domain/rights.ts'
import { whyNotUnit } from '../../domain/units.ts'
import { carriedLine, carriedSteps, type Replacement, sameLine, type StoredLine } from '../../domain/update-all.ts'
import { type CarriedRow, MOST_CARRIED, previewUpdateAll } from '../../domain/update-all-contract.ts'
import { demandCosts, readAbove } from '../climb-costs.ts'
import { readRequirements } from '../requirements.ts'
import { demandUnit } from '../write/write-product.ts'
import { usersInOrder, type UsingProduct, usersOf } from './users.ts'

type NewMaterial = {
  readonly id: number
  readonly name: string
  readonly unit: Unit
  readonly service: boolean
}

const readMaterials = (rows: Rows, ids: readonly number[]): Promise<NewMaterial[]> =>
  rows.many<NewMaterial>(sql`
    select id, name, unit, service from products where id = any(${[...ids]}::bigint[])`)

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
  /** The recipes, with the changes of the products that were checked before. */
  readonly requirements: Map<number, readonly Material[]>
  readonly nameOf: (id: number) => string
}

/** Returns the row of one product without its costs, and carries its new recipe into `requirements` if it is allowed. */
function carriedRow(user: UsingProduct, { replacements, materials, requirements, nameOf }: Known) {
  const changed = user.steps.flatMap(({ materials: lines }) =>
    lines.flatMap((line) => {
      const to = carriedLine(line, replacements)
      return to === null ? [] : [{ line, to }]
    }),
  )
  const lines = carriedSteps(user.steps, replacements).flatMap((step) => [...step.materials] as Material[])
  const before = requirements.get(user.id) ?? []
  requirements.set(user.id, lines)
  const reason =
    whyNotLines(
      changed.map(({ to }) => to),
      materials,
    ) ?? whyNotCycle(requirements, user.id, nameOf)
  if (reason !== null) requirements.set(user.id, before)
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
    refusal: reason,
  }
}

/** Returns the recipe lines of a draft, in which a line without a unit has that of its material. */
const draftLines = (steps: readonly Step[], costed: ReadonlyMap<number, Costed>): Material[] =>
  steps.flatMap(({ materials }) =>
    materials.flatMap(({ materialId, quantity, unit = costed.get(materialId)?.unit }) =>
      unit === undefined ? [] : [{ materialId, quantity, unit }],
    ),
  )

/** Returns a product with what a draft says of its cost. */
const inDraft = (product: Costed, { usageType, unit, costPrice, costMargin }: ProductPatch): Costed => ({
  usageType: usageType ?? product.usageType,
  unit: unit ?? product.unit,
  cost: costPrice ?? product.cost,
  margin: costMargin ?? product.margin,
})

export const previewUpdateAllQuery = query(previewUpdateAll, async ({ rows, actor }, input) => {
  const { id, changes, replacements, after = 0 } = input
  const from = replacements.map((one) => one.from.materialId)
  const to = replacements.map((one) => one.to.materialId)
  const found = await usersOf(rows, from, id, after, MOST_CARRIED + 1)
  const users = found.slice(0, MOST_CARRIED)
  const drafted = (changes.steps ?? []).flatMap((step) => step.materials.map((line) => line.materialId))
  const read = new Map((await readMaterials(rows, [id, ...to, ...drafted])).map((one) => [one.id, one]))
  const requirements = new Map<number, readonly Material[]>(
    await readRequirements(rows, [id, ...users.map((user) => user.id), ...to, ...drafted]),
  )
  const names = new Map([
    ...users.flatMap((user) => [
      [user.id, user.name] as const,
      ...user.steps.flatMap((step) => step.materials.map((line) => [line.materialId, line.name] as const)),
    ]),
    ...[...read.values()].map((one) => [one.id, one.name] as const),
  ])
  const nameOf = (productId: number): string => names.get(productId) ?? `#${productId}`
  const { above, costed } = await readAbove(rows, [...from, id], [id, ...to, ...drafted])
  const own = costed.get(id)
  if (own) {
    await demandUnit(rows, id, nameOf(id), own.unit, changes.unit)
    costed.set(id, inDraft(own, changes))
  }
  if (changes.steps) {
    const lines = draftLines(changes.steps, costed)
    stopOn(whyNotLines(lines, read))
    requirements.set(id, lines)
    above.set(id, lines)
  }
  const known: Known = {
    replacements,
    materials: read,
    requirements,
    nameOf,
  }
  const carried = usersInOrder(users, requirements)
    .map((user) => carriedRow(user, known))
    .filter((row) => row.lines.length > 0)
  for (const row of carried) if (row.refusal === null) above.set(row.id, [...(requirements.get(row.id) ?? [])])
  const costs = climbedCosts(costed, above)
  await demandCosts(rows, costs)
  const seesCosts = may(actor, productsRights.cost)
  return {
    rows: carried
      .map((row): CarriedRow => {
        const newCost = costs.get(row.id) ?? row.oldCost
        return seesCosts ? { ...row, newCost } : { ...row, oldCost: null, newCost: null }
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, 'el') || a.id - b.id),
    next: found.length > MOST_CARRIED ? (users.at(-1)?.id ?? null) : null,
  }
})
