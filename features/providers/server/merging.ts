/** How two providers are merged. */
import { earlierMerged, mergeableParties } from '#features/parties/server/merging.ts'
import type { Reference } from '#server/merging/merging.ts'
import { providersRights } from '../domain/rights.ts'
import { readAccount } from './account.ts'
import { providerKind } from './provider-kind.ts'

export const mergeableProviders = mergeableParties(providerKind, providersRights.read, async (rows, kept, merged) => {
  const [first, second] = [await readAccount(rows, kept), await readAccount(rows, merged)]
  return [
    { name: 'invoiced', unit: 'money', kept: first.invoiced, merged: second.invoiced },
    { name: 'balance', unit: 'money', kept: first.balance, merged: second.balance },
  ]
})

/** Two merged providers keep both opening balances, whose sum counts. */
export const openingsOfProviders: Reference = {
  to: 'providers',
  name: 'provider-openings',
  table: 'opening_balances',
  column: 'provider_id',
}

export const earlierMergedProviders = earlierMerged(providerKind, 'merged-providers')
