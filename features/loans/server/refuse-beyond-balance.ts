import { PLACES, type Quantity, toNumber, ZERO_QUANTITY } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { netQuantity } from './balances.ts'
import type { NewLoan } from './book-loans.ts'

/** Returns the balance of one product at one customer. Records without ids are matched by name (C-38). */
async function readBalance(rows: Rows, loan: NewLoan): Promise<Quantity> {
  const { customerId, productId } = loan
  if (customerId !== null && productId !== null) {
    const stored = await rows.maybe<{ balance: Quantity }>(
      sql`select balance_e4 as balance from loan_balances where customer_id = ${customerId} and product_id = ${productId}`,
    )
    return stored?.balance ?? ZERO_QUANTITY
  }
  const customer =
    loan.customerId === null
      ? sql`customer_id is null and fold(customer_name) = fold(${loan.customerName})`
      : sql`customer_id = ${loan.customerId}`
  const product =
    loan.productId === null
      ? sql`product_id is null and fold(product_name) = fold(${loan.productName})`
      : sql`product_id = ${loan.productId}`
  const { balance } = await rows.one<{ balance: Quantity }>(
    sql`select ${netQuantity} as balance from loans where ${customer} and ${product}`,
  )
  return balance
}

/** Refuses a return beyond the balance and names the balance, unless a reason confirms it (C-75). */
export async function refuseBeyondBalance(rows: Rows, loan: NewLoan): Promise<void> {
  if (loan.bound !== 'INBOUND' || loan.reason != null) return
  const balance = await readBalance(rows, loan)
  if (loan.quantity <= balance) return
  refuse('refused', 'loans.beyond-balance', {
    customer: loan.customerName,
    product: loan.productName,
    balance: toNumber(balance, PLACES.quantity),
    fields: { reason: 'loans.reason-needed' },
  })
}
