/** How two customers are merged. */
import { earlierMerged, mergeableParties } from '#features/parties/server/merging.ts'
import type { Reference } from '#server/merging/merging.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { customersRights } from '../domain/rights.ts'
import { readBalances } from './account.ts'
import { customerKind } from './customer-kind.ts'

/** Returns the pieces lent to each of these customers, without those that were returned. */
async function readLent(rows: Rows, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const lent = await rows.many<{ id: number; pieces: number }>(sql`
    select customer_id as id, sum(balance_e4)::bigint as pieces from loan_sums
    where customer_id = any(${[...ids]}::bigint[]) group by customer_id`)
  return new Map(lent.map(({ id, pieces }) => [id, pieces]))
}

export const mergeableCustomers = mergeableParties(customerKind, customersRights.read, async (rows, kept, merged) => {
  const [balances, lent] = [await readBalances(rows, [kept, merged]), await readLent(rows, [kept, merged])]
  return [
    { name: 'balance', unit: 'money', kept: balances.get(kept) ?? 0, merged: balances.get(merged) ?? 0 },
    { name: 'lent', unit: 'quantity', kept: lent.get(kept) ?? 0, merged: lent.get(merged) ?? 0 },
  ]
})

/** Two merged customers keep both opening balances, whose sum counts. */
export const openingsOfCustomers: Reference = {
  to: 'customers',
  name: 'opening-balances',
  table: 'opening_balances',
  column: 'customer_id',
}

export const earlierMergedCustomers = earlierMerged(customerKind, 'merged')
