/** What a salesperson has earned by commission, less what was paid (C-57). */
import type { Cents } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'

/**
 * Returns what is owed to a salesperson now. It is below zero if more was paid than earned. It reads the sums of months, and what the job
 * has not added to them yet.
 */
export async function readCommissionOwed(rows: Rows, salespersonId: number): Promise<Cents> {
  const { owed } = await rows.one<{ owed: Cents }>(sql`
    select (coalesce((select sum(earned_cents - paid_cents) from commission_months where salesperson_id = ${salespersonId}), 0)
      + coalesce((select sum(earned_cents - paid_cents) from commission_changes where salesperson_id = ${salespersonId}), 0))::bigint as owed`)
  return owed
}

/**
 * Moves at most so many changes into the sums of their months, and returns how many. Changes of transactions that have not committed are left
 * for the next time.
 */
export async function foldCommissions(tx: Rows, most: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    with taken as (
      delete from commission_changes where id = any(array(select id from commission_changes order by id limit ${most})) returning *),
    added as (
      insert into commission_months as m (salesperson_id, month, earned_cents, paid_cents)
      select salesperson_id, date_trunc('month', day)::date, sum(earned_cents), sum(paid_cents) from taken group by 1, 2 order by 1, 2
      on conflict (salesperson_id, month) do update set earned_cents = m.earned_cents + excluded.earned_cents,
        paid_cents = m.paid_cents + excluded.paid_cents)
    select count(*)::int as count from taken`)
  return count
}
