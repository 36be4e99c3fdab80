/** Reads what the till holds, and where all cash is. What was before the last closing is in its count, so closed days are not read. */
import type { Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { CashLine } from '../../domain/till.ts'

/** The last closing before or on a day, over closings that were not reopened. */
const lastClosing = (until: Day): Sql => sql`
  select day, counted_cents from till_closings where reopened_at is null and day <= ${until}::date order by day desc limit 1`

/** What the till holds at the end of a day: its last count, and what its account in the ledger has of the days after it. */
const tillAt = (until: Day): Sql => sql`(
  with last as (${lastClosing(until)})
  select (coalesce((select counted_cents from last), 0)
    + coalesce((select sum(inbound_cents - outbound_cents + moved_cents) from account_days
        where account = 'till' and day <= ${until}::date and day > coalesce((select day from last), '-infinity')), 0))::bigint)`

/** Returns what was counted when the till was last closed; 0 if it was never closed. */
export const readLastCount = async (rows: Rows, until: Day): Promise<Cents> =>
  (
    await rows.one<{ counted: Cents }>(
      sql`select coalesce((select counted_cents from (${lastClosing(until)}) last), 0)::bigint as counted`,
    )
  ).counted

/** Returns what the till holds at the end of a day, and the last closed day. */
export const readTill = (rows: Rows, until: Day): Promise<{ till: Cents; closedUntil: Day | null }> =>
  rows.one<{ till: Cents; closedUntil: Day | null }>(sql`
    select ${tillAt(until)} as till, (select max(day) from till_closings where reopened_at is null) as "closedUntil"`)

/**
 * Returns where all cash is at the end of the day `today`. Payments of the office that are dated later do not count yet. A driver's
 * cash counts at once: what they take after the till was closed is dated the next day.
 */
export const readCashLine = (rows: Rows, today: Day): Promise<CashLine> =>
  rows.one<CashLine>(sql`
    select
      coalesce(sum(inbound_cents - outbound_cents) filter (where account = 'carried' or account = 'till' and day <= ${today}::date), 0)::bigint as taken,
      coalesce(sum(inbound_cents - outbound_cents + moved_cents) filter (where account = 'carried'), 0)::bigint as drivers,
      ${tillAt(today)} as till,
      coalesce(sum(moved_cents) filter (where account = 'bank' and day <= ${today}::date), 0)::bigint as bank,
      coalesce(sum(moved_cents) filter (where account = 'missing'), 0)::bigint as missing
    from account_days where account in ('till', 'carried', 'bank', 'missing')`)
