import { readAccount } from '#features/customers/server/account.ts'
import { freeMatchesOf } from '#features/ledger/server/matches.ts'
import { readAccount as readProviderAccount } from '#features/providers/server/account.ts'
import { readKeptProvider } from '#features/providers/server/kept-provider.ts'
import { requireSalesperson } from '#features/salespersons/server/name-of-salesperson.ts'
import { changes } from '#kernel/changes.ts'
import { type Cents, PLACES, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { plainIban } from '#kernel/settings/checks.ts'
import { command, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { recordPayment } from '../domain/contract.ts'
import type { PaymentParty } from '../domain/payment-draft.ts'
import {
  type NewPayment,
  PAYMENT_REFCODES,
  whyNotAdvance,
  whyNotAmount,
  whyNotExpires,
  whyNotPaidOn,
  whyNotParticulars,
} from '../domain/payment.ts'
import { readCashWarning } from './cash-limit.ts'
import { readCommissionOwed } from './commission-owed.ts'
import { whyNotEqual } from './equal-payments.ts'
import { postPayment } from './post-payments.ts'
import { whyNotIntoTill } from './till.ts'

/** Records any payment with the details of its type. Returns the balance of the customer, provider or salesperson after it. */
export const recordPaymentCommand = command(recordPayment, async (work, input) => {
  const { confirmNegative, confirmAdvance, confirmEqual, refcode, ...given } = input
  stopOn(whyNotPaidOn(input.date, work.today))
  stopOn(whyNotExpires(input.expireDate, work.today))
  const party = await demandParty(work, input)
  if (party.kind === 'salespersons')
    stopOn(whyNotAdvance(input.amount, await readBalance(work.tx, party), confirmAdvance))
  stopOn(await whyNotEqual(work.tx, input, confirmEqual))
  const payment = { ...given, refcode: refcode ?? PAYMENT_REFCODES[input.type] }
  const id = await insertPayment(work, payment, confirmNegative)
  return { id, balance: await readBalance(work.tx, party) }
})

async function readBalance(rows: Rows, { kind, id }: PaymentParty): Promise<Cents> {
  if (kind === 'salespersons') return readCommissionOwed(rows, id)
  const { balance } = kind === 'customers' ? await readAccount(rows, id) : await readProviderAccount(rows, id)
  return balance
}

/** Returns the customer, provider or salesperson of a payment. One that was merged into another one is replaced by that one. */
async function demandParty(
  work: Work,
  { customerId, providerId, salespersonId = null }: Pick<NewPayment, 'customerId' | 'providerId' | 'salespersonId'>,
): Promise<PaymentParty> {
  if (salespersonId !== null)
    return { kind: 'salespersons', id: salespersonId, name: await requireSalesperson(work.tx, salespersonId) }
  if (providerId !== null) {
    const provider = await readKeptProvider(work.tx, providerId)
    if (!provider) return refuse('refused', 'payments.no-provider', { providerId })
    return { kind: 'providers', id: provider.id, name: provider.name }
  }
  const customer = await work.tx.maybe<{ id: number; name: string }>(
    sql`select id, name from customers where id = kept_customer(${customerId})`,
  )
  if (!customer) return refuse('refused', 'payments.no-customer', { customerId })
  return { kind: 'customers', ...customer }
}

/** Refuses an order that does not belong to the party. Orders belong to customers. */
async function demandOrderOf(work: Work, party: PaymentParty, orderId: number): Promise<void> {
  const order = await work.tx.maybe(
    sql`select id from orders where id = ${orderId} and customer_id = ${party.kind === 'customers' ? party.id : null}::bigint`,
  )
  if (!order) refuse('refused', 'payments.order-of-another', { orderId, name: party.name })
}

/** What a payment at the door has besides its own fields. */
type AtTheDoor = {
  /** The driver who carries the cash until the hand-over. */
  readonly carriedBy?: number | null
  /** When it was taken, by the clock of the phone. */
  readonly doneAt?: string | undefined
  /** The orders of a stop that it pays together. */
  readonly forOrders?: readonly number[]
}

/** What a payment of an earlier system has besides its own fields. */
type OfOlderSystem = {
  /** Its number there. */
  readonly importId?: number | null
  readonly importHash?: string | null
}

/** What a counter-entry has besides its own fields. */
type Cancelling = {
  /** The payment that it cancels. */
  readonly cancelsId?: number
  readonly reason?: string
}

/**
 * Writes a payment under the rules of its type and amount. A counter-entry repeats what is stored, so only its party is
 * checked.
 */
export async function insertPayment(
  work: Work,
  payment: NewPayment,
  confirmNegative: boolean,
  {
    carriedBy = null,
    doneAt,
    forOrders = [],
    cancelsId,
    reason = '',
    importId = null,
    importHash = null,
  }: AtTheDoor & Cancelling & OfOlderSystem = {},
): Promise<number> {
  const isOwn = cancelsId === undefined
  if (isOwn) {
    stopOn(whyNotAmount(payment.amount, confirmNegative))
    stopOn(whyNotParticulars(payment))
    stopOn(await whyNotIntoTill(work.tx, payment))
  }
  const party = await demandParty(work, payment)
  if (party.kind === 'salespersons' && payment.bound === 'Inbound') refuse('refused', 'payments.salesperson-inbound')
  if (isOwn && payment.orderId !== null) await demandOrderOf(work, party, payment.orderId)
  // before the payment is stored, because it settles what is open
  const paidOrders = payment.orderId === null ? forOrders : [payment.orderId]
  const cashLimit = isOwn && importId === null ? await readCashWarning(work.tx, payment, party, paidOrders) : null
  const idOf = (kind: PaymentParty['kind']) => (party.kind === kind ? party.id : null)
  const iban = payment.type === 'BANK' ? plainIban(payment.iban) : payment.iban
  const { id } = await work.tx.one<{ id: number }>(sql`
    insert into payments (bound, type, amount_cents, series, date, customer_id, provider_id, salesperson_id, entity_name, refcode,
      bank_name, expire_date, issuer, iban, receipt_code, order_id, carried_by, done_at, cancels_id, cancel_reason, import_id,
      import_hash, user_id, user_name, created_at, updated_at)
    values (${payment.bound}, ${payment.type}, ${payment.amount}, ${payment.series}, ${payment.date},
      ${idOf('customers')}::bigint, ${idOf('providers')}::bigint, ${idOf('salespersons')}::bigint, ${party.name}, ${payment.refcode},
      ${payment.bankName}, ${payment.expireDate}, ${payment.issuer}, ${iban}, ${payment.receiptCode}, ${payment.orderId}, ${carriedBy},
      ${doneAt ?? null}::timestamptz, ${cancelsId ?? null}::bigint, ${reason}, ${importId}::bigint, ${importHash},
      ${work.actor.userId}, ${work.actor.name}, ${work.now}, ${work.now})
    returning id`)
  await postPayment(work.tx, id)
  if (cancelsId !== undefined) await freeMatchesOf(work.tx, cancelsId)
  const change = {
    changes: changes(
      {},
      { payment: toNumber(payment.amount, PLACES.cents), ...(cashLimit === null ? {} : { cashLimit }) },
    ),
    note: reason,
  }
  // the payment itself names who took what and when, and is never changed; the history of its customer, provider or salesperson and of its order mentions it
  work.moved({ entity: 'payments', id, isNew: true })
  work.record({ entity: party.kind, id: party.id, ...change })
  if (payment.orderId !== null) work.record({ entity: 'orders', id: payment.orderId, ...change })
  return id
}
