/** Adds the changes of goods and of commissions to the sums of their months. */
import { foldCommissions } from '#features/payments/server/commission-owed.ts'
import { SYSTEM } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { Schedule } from '#server/jobs/schedules.ts'

export const FOLD_JOB = 'reports.fold-goods'

export const foldOften: Schedule = { name: 'fold-goods', kind: FOLD_JOB, everyMinutes: 10 }

/** The number of changes in one transaction. */
const PART = 2_000

/** Moves some changes into the sums, and returns how many. Changes of transactions that have not committed are left for the next time. */
export async function foldSome(tx: Rows): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    with taken as (
      delete from goods_changes where id = any(array(select id from goods_changes order by id limit ${PART})) returning *),
    added as (
      insert into goods_months as m (source, month, product_id, quantity_e4, net_cents, vat_cents, cost_cents)
      select source, date_trunc('month', day)::date, product_id, sum(quantity_e4), sum(net_cents), sum(vat_cents), sum(cost_cents)
      from taken group by 1, 2, 3 order by 1, 2, 3
      on conflict (source, month, product_id) do update set quantity_e4 = m.quantity_e4 + excluded.quantity_e4,
        net_cents = m.net_cents + excluded.net_cents, vat_cents = m.vat_cents + excluded.vat_cents, cost_cents = m.cost_cents + excluded.cost_cents)
    select count(*)::int as count from taken`)
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
