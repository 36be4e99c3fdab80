/** What a salesperson has earned by commission, less what was paid (C-57). */
import type { Cents } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** What a counted document `d` changes of what its salesperson is owed: a sale adds its commission, and a payment takes its amount. It is always Outbound. */
export const OWED: Sql = sql`(case d.source when 'order' then d.commission_cents
  when 'payment' then -d.total_cents else 0 end)`

/** Returns what is owed to a salesperson now. It is below zero if more was paid than earned. */
export async function readCommissionOwed(rows: Rows, salespersonId: number): Promise<Cents> {
  const { owed } = await rows.one<{ owed: Cents }>(sql`
    select coalesce(sum(${OWED}), 0)::bigint as owed from counted_documents d
    where d.salesperson_id = ${salespersonId} and d.ended_at is null`)
  return owed
}
