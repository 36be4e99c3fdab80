import type { Quantity } from '#kernel/money.ts'
import { type Rows, sql, type Sql } from '#server/db/database.ts'

/** The loan balance as SQL over rows of `loans`: OUTBOUND less INBOUND, in ten-thousandths. */
export const netQuantity: Sql = sql`coalesce(sum(case loans.bound when 'OUTBOUND' then loans.quantity_e4 else -loans.quantity_e4 end), 0)::bigint`

/** Returns the loan balance of each customer, from the stored balances. Customers with a balance of 0 are left out. */
export async function loanBalances(rows: Rows, customerIds: readonly number[]): Promise<Map<number, Quantity>> {
  if (customerIds.length === 0) return new Map()
  const found = await rows.many<{ customerId: number; quantity: Quantity }>(sql`
    select customer_id as "customerId", sum(balance_e4)::bigint as quantity from loan_sums
    where customer_id = any(${[...customerIds]}::bigint[])
    group by customer_id having sum(balance_e4) <> 0`)
  return new Map(found.map((row) => [row.customerId, row.quantity]))
}
