import { type Rows, sql } from '#server/db/database.ts'
import type { AccountEntry } from '../domain/account.ts'

/**
 * Returns shipped orders and payments, oldest first. An order counts on the day of its invoice, or of its entry if it
 * has none.
 */
export function readEntries(rows: Rows, customerId: number): Promise<AccountEntry[]> {
  return rows.many<AccountEntry>(sql`
    select kind, id, date, type, reference, amount from (
      select 'order' as kind, id, coalesce(invoiced_on, (created_at at time zone 'Europe/Athens')::date) as date,
        null as type, coalesce(refcode, '') as reference, total_cents as amount
      from orders where customer_id = ${customerId} and status = 'SHIPPED'
      union all
      select case bound when 'Inbound' then 'received' else 'refunded' end, id, date, type, receipt_code,
        case bound when 'Inbound' then -amount_cents else amount_cents end
      from payments where customer_id = ${customerId}
    ) t order by date, kind, id`)
}
