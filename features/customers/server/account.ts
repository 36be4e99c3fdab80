import type { Cents } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type AccountParts, balanceOf } from '../domain/account.ts'

type Account = AccountParts & { balance: Cents }

/** Returns sales, received and returned payments, the opening balance, and the balance of many customers at once (C-05). */
async function readAccounts(rows: Rows, customerIds: readonly number[]): Promise<Map<number, Account>> {
  const found = await rows.many<AccountParts & { id: number }>(sql`
    select t.id, p.received, p.refunded,
      (select coalesce(sum(total_cents - credited_cents), 0)::bigint from orders
        where customer_id = t.id and status = 'SHIPPED') as sales,
      (select coalesce(sum(amount_cents), 0)::bigint from opening_balances where customer_id = t.id) as opening
    from unnest(${[...customerIds]}::bigint[]) as t(id)
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where bound = 'Inbound'), 0)::bigint as received,
        coalesce(sum(amount_cents) filter (where bound = 'Outbound'), 0)::bigint as refunded
      from payments where customer_id = t.id) p`)
  return new Map(found.map(({ id, ...parts }) => [id, { ...parts, balance: balanceOf(parts) }]))
}

/** Returns the balance of many customers. */
export const readBalances = async (rows: Rows, customerIds: readonly number[]): Promise<Map<number, Cents>> =>
  new Map([...(await readAccounts(rows, customerIds))].map(([id, { balance }]) => [id, balance]))

/** Returns the account of one customer. */
export async function readAccount(rows: Rows, customerId: number): Promise<Account> {
  const account = (await readAccounts(rows, [customerId])).get(customerId)
  if (!account) throw new Error('the database returned no account')
  return account
}
