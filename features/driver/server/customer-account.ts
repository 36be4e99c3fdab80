import { readAccount } from '#features/customers/server/account.ts'
import { keptCustomerId } from '#features/customers/server/kept-customer.ts'
import { customerAccount } from '#features/payments/domain/contract.ts'
import { readCashParty } from '#features/payments/server/cash-limit.ts'
import { readLastPayment } from '#features/payments/server/payment-detail.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { demandCustomerInShipment } from './collect-payment.ts'

/** Returns what the payment dialog shows before a payment. */
export const customerAccountQuery = query(customerAccount, async (view, input) => {
  const customerId = await keptCustomerId(view.rows, input.customerId)
  await demandCustomerInShipment(view.rows, view.actor, customerId)
  const customer = await view.rows.maybe<{ name: string }>(sql`select name from customers where id = ${customerId}`)
  if (!customer) refuse('missing', 'payments.no-customer', { customerId })
  const lastPayment = await readLastPayment(view.rows, sql`p.customer_id = ${customerId}`)
  const cash = await readCashParty(view.rows, { kind: 'customers', id: customerId })
  return { customerId, name: customer.name, ...(await readAccount(view.rows, customerId)), lastPayment, cash }
})
