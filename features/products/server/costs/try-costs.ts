/** Works out what other costs of some products would change, without storing anything. */
import type { UnitPrice } from '#kernel/money.ts'
import type { Rows } from '#server/db/database.ts'
import { triedCosts } from '../../domain/climb.ts'
import type { Requirements } from '../../domain/requirements.ts'
import { demandCosts, readAbove } from '../climb-costs.ts'
import type { EnteredCost } from './entered-costs.ts'

/** What a trial changes: the costs before and after by product, and the recipes above the tried products. */
export type TriedCosts = {
  readonly before: ReadonlyMap<number, UnitPrice>
  readonly after: ReadonlyMap<number, UnitPrice>
  readonly above: Requirements
}

/** Returns every cost that would change if the `entered` products had the `tried` costs. Refuses a cost beyond the limit of prices. */
export async function tryCosts(
  rows: Rows,
  entered: ReadonlyMap<number, EnteredCost>,
  tried: ReadonlyMap<number, UnitPrice>,
): Promise<TriedCosts> {
  const { above, costed } = await readAbove(rows, [...tried.keys()])
  const products = new Map([...entered, ...costed])
  const after = triedCosts(products, above, tried)
  await demandCosts(rows, after)
  const before = new Map([...after.keys()].map((id) => [id, products.get(id)?.cost ?? (0 as UnitPrice)]))
  return { before, after, above }
}
