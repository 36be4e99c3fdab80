/** Changes the costs of several products at once, and works out all products above them in one pass. */
import type { FieldChanges } from '#kernel/changes.ts'
import { PLACES, toNumber, type UnitPrice } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { climbCosts } from '../climb-costs.ts'
import { readEntered } from './entered-costs.ts'

/**
 * Stores new costs and the costs of all products above. Returns how many costs above changed. Each of the given products
 * gets a new version and one entry in the history, with the number of products that followed the whole change. The
 * transaction must be serializable. Refuses a product whose cost follows from its materials.
 */
export async function changeCosts(work: Work, costs: ReadonlyMap<number, UnitPrice>): Promise<number> {
  const stored = await readEntered(work.tx, [...costs.keys()])
  const changed = [...costs].flatMap(([id, cost]) => {
    const product = stored.get(id) ?? refuse('missing', 'products.missing', { productId: id })
    if (product.computed) refuse('refused', 'products.cost-computed', { name: product.name })
    return cost === product.cost ? [] : [{ id, cost, before: product.cost }]
  })
  if (changed.length === 0) return 0
  await work.tx.run(sql`
    update products p set cost_price_e4 = c.cost, version = p.version + 1, updated_at = ${work.now}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(id bigint, cost bigint) where p.id = c.id`)
  const climbed = await climbCosts(
    work,
    changed.map(({ id }) => id),
  )
  const decimal = (cost: UnitPrice) => toNumber(cost, PLACES.unitPrice)
  for (const { id, cost, before } of changed) {
    const followed: FieldChanges = climbed === 0 ? {} : { costsAbove: [null, climbed] }
    work.record({ entity: 'products', id, changes: { costPrice: [decimal(before), decimal(cost)], ...followed } })
  }
  return climbed
}
