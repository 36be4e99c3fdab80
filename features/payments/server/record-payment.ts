import { readAccount } from '#features/customers/server/account.ts'
import { keptCustomerId } from '#features/customers/server/kept-customer.ts'
import { changes } from '#kernel/changes.ts'
import { PLACES, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { recordPayment } from '../domain/contract.ts'
import { type NewPayment, PAYMENT_REFCODES, whyNotAmount, whyNotParticulars } from '../domain/payment.ts'

/** Records any payment with the details of its type. Returns the balance of the customer after it. */
export const recordPaymentCommand = command(recordPayment, async (work, { confirmNegative, refcode, ...input }) => {
  const customerId = await keptCustomerId(work.tx, input.customerId)
  const payment = { ...input, customerId, refcode: refcode ?? PAYMENT_REFCODES[input.type] }
  const id = await insertPayment(work, payment, confirmNegative)
  return { id, balance: (await readAccount(work.tx, customerId)).balance }
})

/** What a payment at the door has besides its own fields. */
type AtTheDoor = {
  /** The driver who carries the cash until the hand-over. */
  readonly carriedBy?: number | null
  /** When it was taken, by the clock of the phone. */
  readonly doneAt?: string | undefined
  /** The payment that this counter-entry cancels. */
  readonly cancelsId?: number
}

/** Writes a payment under the rules of its type and amount. */
export async function insertPayment(
  work: Work,
  payment: NewPayment,
  confirmNegative: boolean,
  { carriedBy = null, doneAt, cancelsId }: AtTheDoor = {},
): Promise<number> {
  stopOn(whyNotAmount(payment.amount, confirmNegative))
  stopOn(whyNotParticulars(payment))
  const customer = await work.tx.maybe<{ id: number; name: string }>(
    sql`select id, name from customers where id = kept_customer(${payment.customerId})`,
  )
  if (!customer) refuse('refused', 'payments.no-customer', { customerId: payment.customerId })
  if (payment.orderId !== null) {
    const order = await work.tx.maybe(
      sql`select id from orders where id = ${payment.orderId} and customer_id = ${customer.id}`,
    )
    if (!order) refuse('refused', 'payments.order-of-another', { orderId: payment.orderId, name: customer.name })
  }
  const { id } = await work.tx.one<{ id: number }>(sql`
    insert into payments (bound, type, amount_cents, series, date, customer_id, entity_name, refcode, bank_name,
      expire_date, issuer, iban, receipt_code, order_id, carried_by, done_at, cancels_id, user_id, user_name, created_at, updated_at)
    values (${payment.bound}, ${payment.type}, ${payment.amount}, ${payment.series}, ${payment.date},
      ${customer.id}, ${customer.name}, ${payment.refcode}, ${payment.bankName}, ${payment.expireDate},
      ${payment.issuer}, ${payment.iban}, ${payment.receiptCode}, ${payment.orderId}, ${carriedBy},
      ${doneAt ?? null}::timestamptz, ${cancelsId ?? null}::bigint,
      ${work.actor.userId}, ${work.actor.name}, ${work.now}, ${work.now})
    returning id`)
  const amount = toNumber(payment.amount, PLACES.cents)
  // the payment itself names who took what and when, and is never changed; the history of its customer and order mentions it
  work.moved({ entity: 'payments', id, isNew: true })
  work.record({ entity: 'customers', id: customer.id, changes: changes({}, { payment: amount }) })
  if (payment.orderId !== null)
    work.record({ entity: 'orders', id: payment.orderId, changes: changes({}, { payment: amount }) })
  return id
}
