import { readAccount } from '#features/customers/server/account.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Actor, command } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { collectPayment } from '../domain/contract.ts'
import { PAYMENT_REFCODES } from '../domain/payment.ts'
import { insertPayment } from './record-payment.ts'

/** A payment that waited on a driver's phone may arrive after the office ended his round; money taken is booked. */
const DAYS_AFTER_FINISH = 3

/** Takes cash from a customer and answers what is still owed. A driver does so only where his truck stops. */
export const collectPaymentCommand = command(collectPayment, async (work, input) => {
  await demandCustomerOnTruck(work.tx, work.actor, input.customerId)
  const id = await insertPayment(
    work,
    {
      bound: 'Inbound',
      type: 'CASH',
      amount: input.amount,
      date: work.today,
      customerId: input.customerId,
      series: '',
      refcode: PAYMENT_REFCODES.CASH,
      bankName: '',
      expireDate: null,
      issuer: '',
      iban: '',
      receiptCode: input.receiptNumber,
      orderId: input.orderId ?? null,
    },
    input.confirmNegative,
  )
  return { id, balance: (await readAccount(work.tx, input.customerId)).balance }
})

/**
 * Stops a driver who has no order of this customer on a shipment of his own (ruling C-49). Shipments that know
 * no account belong to the driver of that name (ruling C-30).
 */
export async function demandCustomerOnTruck(rows: Rows, actor: Actor, customerId: number): Promise<void> {
  if (actor.role !== 'driver') return
  const stop = await rows.maybe(sql`
    select 1 as found
    from shipments
    join shipment_orders on shipment_orders.shipment_id = shipments.id
    join orders on orders.id = shipment_orders.order_id
    where (shipments.status = 'PENDING' or shipments.finished_at > now() - make_interval(days => ${DAYS_AFTER_FINISH}))
      and orders.customer_id = ${customerId}
      and (shipments.driver_user_id = ${actor.userId}::bigint
        or (shipments.driver_user_id is null and fold(shipments.driver) = fold(${actor.name})))
    limit 1`)
  if (!stop) refuse('forbidden', 'payments.not-on-truck')
}
