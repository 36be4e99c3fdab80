/** Stores costs of several products that were tried in the same transaction, with those of all products above them. */
import type { FieldChanges } from '#kernel/changes.ts'
import { PLACES, toNumber, type UnitPrice } from '#kernel/money.ts'
import { stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { whyNotEntered } from '../../domain/cost.ts'
import { storeCostsAbove } from '../climb-costs.ts'
import type { EnteredCost } from './entered-costs.ts'
import type { TriedCosts } from './try-costs.ts'

/**
 * Stores what a trial of the same transaction found, so that recipes are read once. Returns how many costs above changed. Each
 * of the `entered` products whose cost changes gets a new version and one entry in the history, with the number of products that
 * followed the whole change. The transaction must be serializable. Refuses a product whose cost follows from its materials.
 */
export async function storeTriedCosts(
  work: Work,
  entered: readonly EnteredCost[],
  { after }: Pick<TriedCosts, 'after'>,
): Promise<number> {
  const changed = entered.flatMap((product) => {
    stopOn(whyNotEntered(product))
    const cost = after.get(product.id) ?? product.cost
    return cost === product.cost ? [] : [{ id: product.id, cost, before: product.cost }]
  })
  if (changed.length === 0) return 0
  await work.tx.run(sql`
    update products p set cost_price_e4 = c.cost, version = p.version + 1, updated_at = ${work.now}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(id bigint, cost bigint) where p.id = c.id`)
  const above = new Map(after)
  for (const { id } of changed) above.delete(id)
  const climbed = await storeCostsAbove(work, above)
  const decimal = (cost: UnitPrice) => toNumber(cost, PLACES.unitPrice)
  for (const { id, cost, before } of changed) {
    const followed: FieldChanges = climbed === 0 ? {} : { costsAbove: [null, climbed] }
    work.record({ entity: 'products', id, changes: { costPrice: [decimal(before), decimal(cost)], ...followed } })
  }
  return climbed
}
