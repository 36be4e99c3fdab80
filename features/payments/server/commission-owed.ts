/** What a salesperson has earned by commission, less what was paid (C-57). */
import type { Cents } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { commissionMonths } from './derived.ts'

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
  const { count } = await tx.one<{ count: number }>(commissionMonths.foldSome(most))
  return count
}
