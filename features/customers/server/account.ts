import { type AccountSums, readLines, readSums, readSumsOf } from '#features/ledger/server/account.ts'
import type { Cents } from '#kernel/money.ts'
import type { Rows } from '#server/db/database.ts'
import { type AccountEntry, type AccountParts, balanceOf } from '../domain/account.ts'

type Account = AccountParts & { balance: Cents }

function accountOf({ documents, received, paid, opening }: AccountSums): Account {
  const parts = { sales: documents, received, refunded: paid, opening }
  return { ...parts, balance: balanceOf(parts) }
}

/** Returns the balance of many customers. */
export const readBalances = async (rows: Rows, customerIds: readonly number[]): Promise<Map<number, Cents>> =>
  new Map([...(await readSums(rows, 'customers', customerIds))].map(([id, sums]) => [id, accountOf(sums).balance]))

/** Returns the parts and the balance of one customer (C-05). */
export const readAccount = async (rows: Rows, customerId: number): Promise<Account> =>
  accountOf(await readSumsOf(rows, 'customers', customerId))

/**
 * Returns shipped orders, their credit notes in part, payments and the opening balance, oldest first. An order counts on the day of its
 * sale (C-70), and a credit note on its own day.
 */
export async function readEntries(rows: Rows, customerId: number): Promise<AccountEntry[]> {
  const lines = await readLines<AccountEntry['kind']>(rows, 'customers', customerId)
  return lines.map(({ refcode: _, ...entry }) => entry)
}
