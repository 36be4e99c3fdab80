import { readAccount } from '#features/customers/server/account.ts'
import { keptCustomerId } from '#features/customers/server/kept-customer.ts'
import type { Cents } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { customerAccount } from '../domain/contract.ts'
import { demandCustomerInShipment } from './collect-payment.ts'
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'

/** Returns what the payment dialog shows before a payment. */
export const customerAccountQuery = query(customerAccount, async (view, input) => {
  const customerId = await keptCustomerId(view.rows, input.customerId)
  await demandCustomerInShipment(view.rows, view.actor, customerId)
  const customer = await view.rows.maybe<{ name: string }>(sql`select name from customers where id = ${customerId}`)
  if (!customer) refuse('missing', 'payments.no-customer', { customerId })
  const lastPayment = await view.rows.maybe<{ id: number; date: string; amount: Cents }>(sql`
    select p.id, p.date, p.amount_cents as amount from payments p where p.customer_id = ${customerId} and ${STANDING_PAYMENT}
    order by p.date desc, p.id desc limit 1`)
  return { customerId, name: customer.name, ...(await readAccount(view.rows, customerId)), lastPayment }
})
