import { addCents, type Cents, ZERO_CENTS } from '#kernel/money.ts'

/** Adds the balance after each transaction. The transactions are sorted oldest first. */
export function withBalances<T extends { readonly amount: Cents }>(
  transactions: readonly T[],
): (T & { readonly balance: Cents })[] {
  let balance = ZERO_CENTS
  return transactions.map((transaction) => {
    balance = addCents(balance, transaction.amount)
    return { ...transaction, balance }
  })
}
