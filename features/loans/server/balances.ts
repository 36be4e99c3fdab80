import type { Quantity } from '#kernel/money.ts'
import { type Rows, sql, type Sql } from '#server/db/database.ts'
import type { AddedFigures } from '#server/merging/merging.ts'

/** Returns the quantity of a row of `loans`, below zero if it came back. */
export const signedQuantity = (row: Sql): Sql =>
  sql`case ${row}.bound when 'OUTBOUND' then ${row}.quantity_e4 else -${row}.quantity_e4 end`

/** The loan balance as SQL over rows of `loans`: OUTBOUND less INBOUND, in ten-thousandths. */
export const netQuantity: Sql = sql`coalesce(sum(${signedQuantity(sql`loans`)}), 0)::bigint`

/** Returns the loan balance of each customer, from the stored balances. Customers with a balance of 0 are left out. */
export async function loanBalances(rows: Rows, customerIds: readonly number[]): Promise<Map<number, Quantity>> {
  if (customerIds.length === 0) return new Map()
  const found = await rows.many<{ customerId: number; quantity: Quantity }>(sql`
    select customer_id as "customerId", sum(balance_e4)::bigint as quantity from loan_sums
    where customer_id = any(${[...customerIds]}::bigint[])
    group by customer_id having sum(balance_e4) <> 0`)
  return new Map(found.map((row) => [row.customerId, row.quantity]))
}

export type ProductBalance = { productId: number | null; productName: string; quantity: Quantity }

/** The order of `readLent` by the shown names. */
export const LENT_BY_NAME: Sql = sql`coalesce(p.name, s.product_name) collate "und-x-icu", s.product_id`

/**
 * Returns the balance of each product that is lent to a customer, and what they hold. Rows of external programs without a product are
 * grouped by name.
 */
export const readLent = (
  rows: Rows,
  customerId: number,
  order: Sql,
): Promise<(ProductBalance & { held: Quantity })[]> =>
  rows.many(sql`
    select s.product_id as "productId", coalesce(p.name, s.product_name) as "productName", s.balance_e4 as quantity, s.held_e4 as held
    from loan_sums s left join products p on p.id = s.product_id
    where s.customer_id = ${customerId} and s.balance_e4 <> 0
    order by ${order}`)

/** The pieces lent to two customers that are merged, without those that were returned. */
export const lentToMerged: AddedFigures = {
  of: 'customers',
  figures: async (rows, kept, merged) => {
    const lent = await loanBalances(rows, [kept, merged])
    return [{ name: 'lent', unit: 'quantity', kept: lent.get(kept) ?? 0, merged: lent.get(merged) ?? 0 }]
  },
}
