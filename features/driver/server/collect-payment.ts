import { readAccount } from '#features/customers/server/account.ts'
import { keptCustomerId } from '#features/customers/server/kept-customer.ts'
import { collectPayment } from '#features/payments/domain/contract.ts'
import { isCarried, PAYMENT_REFCODES, whyNotExpires, whyNotTakenOn } from '#features/payments/domain/payment.ts'
import { insertPayment } from '#features/payments/server/record-payment.ts'
import { firstOpenDay } from '#features/payments/server/till.ts'
import { mayActForCustomer, mayActOnOrder } from '#features/shipping/server/own-shipments.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { type Actor, command } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'

/**
 * Records a payment of a customer and returns the remaining balance. A driver may do so only for customers in their own
 * shipments, and carries cash until the hand-over.
 */
export const collectPaymentCommand = command(collectPayment, async (work, input) => {
  const customerId = await keptCustomerId(work.tx, input.customerId)
  await demandCustomerInShipment(work.tx, work.actor, customerId, input.doneAt)
  if (input.orderId !== undefined && !(await mayActOnOrder(work.tx, work.actor, input.orderId, input.doneAt)))
    refuse('forbidden', 'payments.order-not-in-shipment', { orderId: input.orderId })
  const takenOn = input.takenOn ?? work.today
  stopOn(whyNotTakenOn(takenOn, work.today))
  stopOn(whyNotExpires(input.expireDate, work.today))
  // a driver reports cash that they have; after the till was closed it counts on the next open day
  const taken = { type: input.type, date: takenOn }
  const date = work.actor.role === 'driver' ? await firstOpenDay(work.tx, taken, work.today) : takenOn
  const id = await insertPayment(
    work,
    {
      bound: 'Inbound',
      type: input.type,
      amount: input.amount,
      date,
      customerId,
      providerId: null,
      series: '',
      refcode: PAYMENT_REFCODES[input.type],
      bankName: input.bankName,
      expireDate: input.expireDate,
      issuer: input.issuer,
      iban: '',
      receiptCode: input.receiptNumber,
      orderId: input.orderId ?? null,
    },
    input.confirmNegative,
    {
      carriedBy: work.actor.role === 'driver' && isCarried(input.type) ? work.actor.userId : null,
      doneAt: input.doneAt,
      forOrders: input.forOrders,
    },
  )
  return { id, balance: (await readAccount(work.tx, customerId)).balance }
})

/** Refuses a driver who has, or had at `doneAt`, no order of this customer in their own shipments (C-49). */
export async function demandCustomerInShipment(
  rows: Rows,
  actor: Actor,
  customerId: number,
  doneAt?: string,
): Promise<void> {
  if (!(await mayActForCustomer(rows, actor, customerId, doneAt)))
    refuse('forbidden', 'payments.customer-not-in-shipment')
}
