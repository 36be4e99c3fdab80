/** How two customers are merged. */
import { earlierMerged, mergeableParties } from '#features/parties/server/merging.ts'
import type { Reference } from '#server/merging/merging.ts'
import { customersRights } from '../domain/rights.ts'
import { readBalances } from './account.ts'
import { customerKind } from './customer-kind.ts'

export const mergeableCustomers = mergeableParties(customerKind, customersRights.read, async (rows, kept, merged) => {
  const balances = await readBalances(rows, [kept, merged])
  return [{ name: 'balance', unit: 'money', kept: balances.get(kept) ?? 0, merged: balances.get(merged) ?? 0 }]
})

/** Two merged customers keep both opening balances, whose sum counts. */
export const openingsOfCustomers: Reference = {
  to: 'customers',
  name: 'opening-balances',
  table: 'opening_balances',
  column: 'customer_id',
}

export const earlierMergedCustomers = earlierMerged(customerKind, 'merged')
