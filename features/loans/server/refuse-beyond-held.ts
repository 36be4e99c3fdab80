import { PLACES, toNumber } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { netQuantity } from './balances.ts'
import type { NewLoan } from './book-loans.ts'
import { isOfProduct, type Lent, readLent } from './held.ts'

/** Returns what a customer has of the product of a loan. Customers without an id are matched by name (C-38). */
async function lentOf(rows: Rows, { customerId, customerName, productId, productName }: NewLoan): Promise<Lent> {
  const product = productId ?? productName
  if (customerId !== null) return readLent(rows, customerId, product)
  // orders have a customer, so nothing of a customer without an id waits for its delivery
  return rows.one<Lent>(sql`
    select ${netQuantity} as balance, ${netQuantity} as held from loans
    where customer_id is null and fold(customer_name) = fold(${customerName}) and ${isOfProduct(product)}`)
}

/**
 * Refuses to take back more than the customer holds, and names it and the balance, unless a reason confirms it (C-75). What
 * orders lend that are not delivered yet is in the balance, but never left the company, so it cannot come back.
 */
export async function refuseBeyondHeld(rows: Rows, loan: NewLoan): Promise<void> {
  if (loan.bound !== 'INBOUND' || loan.reason != null) return
  const { balance, held } = await lentOf(rows, loan)
  if (loan.quantity <= held) return
  refuse('refused', 'loans.beyond-balance', {
    customer: loan.customerName,
    product: loan.productName,
    held: toNumber(held, PLACES.quantity),
    balance: toNumber(balance, PLACES.quantity),
    fields: { reason: 'loans.reason-needed' },
  })
}
