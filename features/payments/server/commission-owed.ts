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
