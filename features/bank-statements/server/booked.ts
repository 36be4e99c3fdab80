/** Finds the payments that the lines of a bank statement may already be (C-95). */
import { EQUAL_WITHIN_DAYS } from '#features/payments/domain/payment.ts'
import { MAY_BE_EQUAL } from '#features/payments/server/equal-payments.ts'
import type { Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { BookedPayment } from '../domain/booked.ts'

/** Over payments `p`: selects those that no line of a bank is answered by. */
export const WITHOUT_LINE: Sql = sql`not exists (select from bank_lines b where b.payment_id = p.id)`

type Line = { readonly id: number; readonly day: Day; readonly amount: Cents }

/** Returns the payments of the amount of each line that are at most three days apart, by the id of the line, the nearest first. */
export async function readBooked(
  rows: Rows,
  lines: readonly Line[],
): Promise<ReadonlyMap<number, readonly BookedPayment[]>> {
  if (lines.length === 0) return new Map()
  const found = await rows.many<BookedPayment & { line: number }>(sql`
    select l.line, p.id as "paymentId", p.entity_name as name, p.date as day, p.receipt_code as reference,
      case when p.customer_id is not null then 'customers' when p.provider_id is not null then 'providers' else 'salespersons' end as kind,
      coalesce(p.customer_id, p.provider_id, p.salesperson_id) as "partyId"
    from unnest(${lines.map(({ id }) => id)}::bigint[], ${lines.map(({ amount }) => amount)}::bigint[],
      ${lines.map(({ day }) => day)}::date[]) as l (line, amount, day)
    join payments p on case p.bound when 'Inbound' then p.amount_cents else -p.amount_cents end = l.amount
      and p.date between l.day - ${EQUAL_WITHIN_DAYS}::int and l.day + ${EQUAL_WITHIN_DAYS}::int
    where ${MAY_BE_EQUAL} and ${WITHOUT_LINE}
    order by l.line, abs(p.date - l.day), p.id`)
  return Map.groupBy(found, ({ line }) => line)
}
