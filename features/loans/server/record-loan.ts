import { IS_LISTED } from '#features/parties/server/listed.ts'
import { keptCustomerId } from '#features/customers/server/kept-customer.ts'
import { quantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { recordLoan } from '../domain/contract.ts'
import { LEAST_BY_HAND } from '../domain/loan.ts'
import { loanBalances } from './balances.ts'
import { insertLoans, type NewLoan } from './book-loans.ts'
import { refuseBeyondHeld } from './refuse-beyond-held.ts'
import { refuseParts } from './refuse-parts.ts'
import { refuseService } from './refuse-service.ts'

/**
 * Records a loan by hand, without moving stock. A return of more than the customer holds needs a reason (C-75). Returns the new
 * balance.
 */
export const recordLoanCommand = command(recordLoan, async (work, input) => {
  const { productId, quantity: pieces } = input
  const customerId = input.customerId == null ? null : await keptCustomerId(work.tx, input.customerId)
  if (customerId == null || productId == null || pieces == null) {
    const missing = Object.entries({ customerId, productId, quantity: pieces }).filter(([, value]) => value == null)
    const fields = Object.fromEntries(missing.map(([field]) => [field, 'loans.fill-all-fields']))
    refuse('invalid', 'loans.fill-all-fields', { fields })
  }
  if (pieces < LEAST_BY_HAND) refuse('invalid', 'loans.least-one', { fields: { quantity: 'loans.least-one' } })
  const names = await work.tx.one<{ customerName: string | null; productName: string | null }>(sql`
    select (select name from customers where id = ${customerId} and ${IS_LISTED}) as "customerName",
      (select name from products where id = ${productId}) as "productName"`)
  const { customerName, productName } = names
  if (customerName === null) refuse('refused', 'loans.no-customer', { customerId })
  if (productName === null) refuse('refused', 'loans.no-product', { productId })
  const loan: NewLoan = {
    bound: input.bound,
    origin: 'manual',
    customerId,
    customerName,
    productId,
    productName,
    quantity: pieces,
    note: input.note,
    reason: input.reason,
  }
  await refuseService(work.tx, loan)
  await refuseParts(work.tx, customerId, [{ productId, quantity: pieces }])
  await refuseBeyondHeld(work.tx, loan)
  const [id = 0] = await insertLoans(work, [loan])
  const balance = (await loanBalances(work.tx, [customerId])).get(customerId) ?? quantity(0)
  return { id, balance }
})
