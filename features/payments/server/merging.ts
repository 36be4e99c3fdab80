/** What of payments moves when two customers or two providers are merged, and what follows it. */
import { freeForeignMatches } from '#features/ledger/server/matches.ts'
import { sql } from '#server/db/database.ts'
import type { MergeRule, Reference } from '#server/merging/merging.ts'
import type { Work } from '#server/command.ts'
import { repostMoved } from './post-payments.ts'

export const paymentsOfParties: readonly Reference[] = [
  { to: 'customers', name: 'payments', table: 'payments', column: 'customer_id', kindOfRows: 'payments' },
  { to: 'providers', name: 'provider-payments', table: 'payments', column: 'provider_id', kindOfRows: 'payments' },
]

/**
 * Undoing a merge gives back the payments and documents of before, and leaves what was written since. A counter-entry follows the
 * payment that it cancels, because only both together change nothing. What was matched between two parties is free again; their documents
 * have been posted again before, because payments are of the highest feature that does this.
 */
async function followPayments(work: Work, of: 'customers' | 'providers', ids: readonly number[]): Promise<void> {
  const followed = await work.tx.many<{ id: number }>(sql`
    update payments c set customer_id = p.customer_id, provider_id = p.provider_id
    from payments p
    where p.id = c.cancels_id and coalesce(p.customer_id, p.provider_id) = any(${[...ids]}::bigint[])
      and coalesce(c.customer_id, c.provider_id) <> coalesce(p.customer_id, p.provider_id)
    returning c.id`)
  for (const { id } of followed) work.moved({ entity: 'payments', id })
  await repostMoved(work.tx, of, ids)
  await freeForeignMatches(work.tx, of, ids)
}

const following = (of: 'customers' | 'providers'): MergeRule => ({
  of,
  whyNot: async () => null,
  whyNoUndo: async () => null,
  settle: (work, { keptId, mergedId }) => followPayments(work, of, [keptId, mergedId]),
})

export const paymentsFollow: readonly MergeRule[] = [following('customers'), following('providers')]
