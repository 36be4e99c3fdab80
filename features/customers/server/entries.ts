import { type Rows, sql } from '#server/db/database.ts'
import type { AccountEntry } from '../domain/account.ts'
import { PAIR } from '#features/parties/server/matches.ts'
import { openingEntries } from '#features/parties/server/opening-balances.ts'

/**
 * Returns shipped orders, their credit notes in part, payments and the opening balance, oldest first. An order counts on the day of its
 * sale (C-70), and a credit note on its own day.
 */
export function readEntries(rows: Rows, customerId: number): Promise<AccountEntry[]> {
  return rows.many<AccountEntry>(sql`
    select kind, id, date, type, reference, amount, pair, settles from (
      select 'order' as kind, id, sale_day(invoiced_on, shipped_on, created_at) as date,
        null as type, coalesce(refcode, '') as reference, total_cents as amount,
        null::bigint as pair, null::bigint as settles
      from orders where customer_id = ${customerId} and status = 'SHIPPED'
      union all
      select case p.bound when 'Inbound' then 'received' else 'refunded' end, p.id, p.date, p.type, p.receipt_code,
        case p.bound when 'Inbound' then -p.amount_cents else p.amount_cents end, ${PAIR}, null
      from payments p where p.customer_id = ${customerId}
      union all
      select 'credit', c.id, greatest(c.issued_on, sale_day(o.invoiced_on, o.shipped_on, o.created_at)), null,
        concat_ws(' ', d.series, d.number), -c.total_cents, null, o.id
      from orders o join credits c on c.order_id = o.id join accounting_documents d on d.id = c.document_id
      where o.customer_id = ${customerId} and o.status = 'SHIPPED' and o.credited_cents > 0 and c.issued_on is not null and c.total_cents > 0
      union all
      select 'opening', id, day, null, note, amount, null, null
      from (${openingEntries('customers', (column) => sql`${column} = ${customerId}`)}) opening
    ) t order by date, kind, id`)
}
