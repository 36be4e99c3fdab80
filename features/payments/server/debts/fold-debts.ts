/** Writes what is open of the charges of customers that have changed, so that lists of debts read only what is open. */
import { takeDebtChanges } from '#features/ledger/server/debt-changes.ts'
import { openCharges } from '#features/ledger/server/open-charges.ts'
import { SYSTEM } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { Schedule } from '#server/jobs/schedules.ts'

export const FOLD_DEBTS_JOB = 'payments.fold-debts'

export const foldDebtsOften: Schedule = { name: 'fold-debts', kind: FOLD_DEBTS_JOB, everyMinutes: 10 }

/** The number of changes in one transaction. */
const PART = 500

/**
 * Computes the open debts of the customers of some changes anew, and returns how many changes it took. What commits after the changes
 * were read has a change of its own, which is left for the next time.
 */
export async function foldSomeDebts(tx: Rows): Promise<number> {
  const taken = await takeDebtChanges(tx, PART)
  if (taken.length === 0) return 0
  const customers = [...new Set(taken.map(({ customerId }) => customerId))]
  await tx.run(sql`delete from open_debts where customer_id = any(${customers}::bigint[])`)
  await tx.run(sql`
    insert into open_debts (customer_id, kind, document_id, day, payment_days, open_cents)
    select c.party, c.kind, c.id, c.day, v.payment_days, c.open
    from (${openCharges('customers', (column) => sql`${column} = any(${customers}::bigint[])`)}) c join customers v on v.id = c.party`)
  return taken.length
}

/** Returns the work of the job. Only one runs at once, so the open debts have one writer. */
export const foldDebtsWork = ({ runner }: Pick<JobParts, 'runner'>): JobWork => ({
  atOnce: 1,
  tries: 3,
  run: async () => {
    while ((await runner.work(SYSTEM, FOLD_DEBTS_JOB, ({ tx }) => foldSomeDebts(tx), { mode: 'locking' })) === PART);
  },
})
