import type { Cents } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type AccountParts, balanceOf } from '../domain/account.ts'

/** Sales, received and refunded of one customer and the balance they make (ruling C-05). */
export async function readAccount(rows: Rows, customerId: number): Promise<AccountParts & { balance: Cents }> {
  const parts = await rows.one<AccountParts>(sql`
    select
      (select coalesce(sum(total_cents), 0)::bigint from orders
        where customer_id = ${customerId} and status = 'SHIPPED') as sales,
      coalesce(sum(amount_cents) filter (where bound = 'Inbound'), 0)::bigint as received,
      coalesce(sum(amount_cents) filter (where bound = 'Outbound'), 0)::bigint as refunded
    from payments where customer_id = ${customerId}`)
  return { ...parts, balance: balanceOf(parts) }
}
