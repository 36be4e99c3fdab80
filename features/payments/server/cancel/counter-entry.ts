/** Writes counter-entries, which cancel payments (C-71). */
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { counterEntryOf, whyNotCancel } from '../../domain/cancelling.ts'
import type { ChequeState } from '../../domain/cheques/cheque.ts'
import { cancelPayment } from '../../domain/office-contract.ts'
import type { NewPayment } from '../../domain/payment.ts'
import { insertPayment } from '../record-payment.ts'
import { firstOpenDay } from '../till.ts'

/** A stored payment with what decides whether and how it is cancelled. */
export type StoredPayment = NewPayment & {
  readonly id: number
  readonly carriedBy: number | null
  readonly handedOver: boolean
  readonly cancelsId: number | null
  readonly cancelledById: number | null
}

/** Returns the selected payments `p`, locked until the commit. */
export const lockPayments = (work: Work, where: Sql): Promise<StoredPayment[]> =>
  work.tx.many<StoredPayment>(sql`
    select p.id, p.bound, p.type, p.amount_cents as amount, p.series, p.date, p.customer_id as "customerId",
      p.provider_id as "providerId", p.salesperson_id as "salespersonId", p.refcode, p.bank_name as "bankName", p.expire_date as "expireDate", p.issuer, p.iban,
      p.receipt_code as "receiptCode", p.order_id as "orderId", p.carried_by as "carriedBy",
      p.handover_id is not null as "handedOver", p.cancels_id as "cancelsId",
      (select c.id from payments c where c.cancels_id = p.id) as "cancelledById"
    from payments p where ${where} order by p.id for update of p`)

/**
 * Writes the counter-entry of a locked payment, on the day that the till allows, or on `day` if that is given. Returns its id and its
 * day.
 */
export async function writeCounterEntry(
  work: Work,
  stored: StoredPayment,
  reason: string,
  day?: NewPayment['date'],
): Promise<{ id: number; date: NewPayment['date'] }> {
  stopOn(whyNotCancel(stored))
  const { id: cancelsId, carriedBy, handedOver, cancelsId: _, cancelledById: __, ...payment } = stored
  const date = await firstOpenDay(work.tx, { ...payment, date: day ?? payment.date }, work.today)
  // cash that the driver still carries leaves the driver; cash that was handed over leaves the till
  const entry = { carriedBy: handedOver ? null : carriedBy, cancelsId, reason }
  const id = await insertPayment(work, counterEntryOf(payment, date), true, entry)
  work.moved({ entity: 'payments', id: cancelsId })
  return { id, date }
}

/** The states in which a cheque begins. A cheque that we gave is cancelled until the bank pays it. */
const UNMOVED: readonly ChequeState[] = ['IN-HAND', 'GIVEN']

/**
 * Refuses a payment whose cheque has moved, and one that passed on a cheque which was cashed since. If the payment
 * passed a cheque on to a provider, the cheque is in hand again.
 */
async function settleCheque(work: Work, id: number): Promise<void> {
  const cheque = await work.tx.maybe<{ state: ChequeState }>(
    sql`select state from cheques where payment_id = ${id} for update`,
  )
  if (cheque && !UNMOVED.includes(cheque.state)) refuse('refused', 'payments.cheque-moved', { status: cheque.state })
  const passed = await work.tx.maybe<{ state: ChequeState }>(
    sql`select state from cheques where passed_payment_id = ${id} for update`,
  )
  if (passed?.state === 'CASHED') refuse('refused', 'payments.cheque-moved', { status: passed.state })
  const back = await work.tx.many<{ id: number }>(sql`
    update cheques set state = 'IN-HAND', passed_payment_id = null, moved_at = ${work.now}::timestamptz,
      moved_by = ${work.actor.userId}::bigint, moved_name = ${work.actor.name}
    where passed_payment_id = ${id} and state = 'PASSED-ON' returning payment_id as id`)
  for (const one of back) work.record({ entity: 'payments', id: one.id, changes: { cheque: ['PASSED-ON', 'IN-HAND'] } })
}

export const cancelPaymentCommand = command(cancelPayment, async (work, { id, reason }) => {
  const [stored] = await lockPayments(work, sql`p.id = ${id}`)
  if (!stored) return refuse('missing', 'payments.no-payment', { paymentId: id })
  await settleCheque(work, id)
  const counter = await writeCounterEntry(work, stored, reason)
  return { id, counterId: counter.id, date: counter.date }
})
