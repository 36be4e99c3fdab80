/** What of payments moves when two customers or two providers are merged, and what follows it. */
import { sql } from '#server/db/database.ts'
import type { MergeRule, Reference } from '#server/merging/merging.ts'
import type { Work } from '#server/command.ts'

export const paymentsOfParties: readonly Reference[] = [
  { to: 'customers', name: 'payments', table: 'payments', column: 'customer_id', kindOfRows: 'payments' },
  { to: 'providers', name: 'provider-payments', table: 'payments', column: 'provider_id', kindOfRows: 'payments' },
]

/**
 * Undoing a merge gives back the payments and documents of before, and leaves what was written since. A counter-entry follows the
 * payment that it cancels, because only both together change nothing. What was matched between two parties is free again.
 */
async function followPayments(work: Work, ids: readonly number[]): Promise<void> {
  const followed = await work.tx.many<{ id: number }>(sql`
    update payments c set customer_id = p.customer_id, provider_id = p.provider_id
    from payments p
    where p.id = c.cancels_id and coalesce(p.customer_id, p.provider_id) = any(${[...ids]}::bigint[])
      and coalesce(c.customer_id, c.provider_id) <> coalesce(p.customer_id, p.provider_id)
    returning c.id`)
  for (const { id } of followed) work.moved({ entity: 'payments', id })
  await work.tx.run(sql`
    delete from payment_matches m using payments p
    where p.id = m.payment_id and coalesce(p.customer_id, p.provider_id) = any(${[...ids]}::bigint[])
      and coalesce(p.customer_id, p.provider_id) <> coalesce((select o.customer_id from orders o where o.id = m.order_id),
        (select i.provider_id from inbound_invoices i where i.id = m.invoice_id))`)
}

const following = (of: 'customers' | 'providers'): MergeRule => ({
  of,
  whyNot: async () => null,
  whyNoUndo: async () => null,
  settle: (work, { keptId, mergedId }) => followPayments(work, [keptId, mergedId]),
})

export const paymentsFollow: readonly MergeRule[] = [following('customers'), following('providers')]
