/** Adds the changes of goods and of commissions to the sums of their months. */
import { foldCommissions } from '#features/payments/server/commission-owed.ts'
import { SYSTEM } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { Schedule } from '#server/jobs/schedules.ts'
import { goodsMonths } from './derived.ts'

export const FOLD_JOB = 'reports.fold-goods'

export const foldOften: Schedule = { name: 'fold-goods', kind: FOLD_JOB, everyMinutes: 10 }

/** The number of changes in one transaction. */
const PART = 2_000

/** Moves some changes into the sums, and returns how many. Changes of transactions that have not committed are left for the next time. */
export async function foldSome(tx: Rows): Promise<number> {
  const { count } = await tx.one<{ count: number }>(goodsMonths.foldSome(PART))
  return count
}

/** Returns the work of the job. Only one runs at once, so the sums have one writer. */
export const foldWork = ({ runner }: Pick<JobParts, 'runner'>): JobWork => ({
  atOnce: 1,
  tries: 3,
  run: async () => {
    for (const fold of [foldSome, (tx: Rows) => foldCommissions(tx, PART)])
      while ((await runner.work(SYSTEM, FOLD_JOB, ({ tx }) => fold(tx), { mode: 'locking' })) === PART);
  },
})
