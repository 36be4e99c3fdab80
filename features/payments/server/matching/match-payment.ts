import { changes } from '#kernel/changes.ts'
import { replaceMatches } from '#features/ledger/server/matches.ts'
import { ordersUnderWay } from '#features/orders/server/lock-orders.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import { type Cents, PLACES, subtractCents, sumCents, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { whyNotMatchable, whyNotMatches } from '../../domain/matching.ts'
import { matchPayment } from '../../domain/matching-contract.ts'
import { cashWarningsOfDocuments } from '../cash-limit.ts'
import { type PartyKey, readPaymentOfParty } from './settlement.ts'

type Document = {
  readonly documentId: number
  readonly total: Cents
  /** What other payments are matched to it, and what this one is. */
  readonly elsewhere: Cents
  readonly own: Cents
}

/** Returns the documents of a party that count, locked until the commit, with what is matched to them. */
const lockDocuments = (
  work: Work,
  { kind, id }: PartyKey,
  paymentId: number,
  ids: readonly number[],
): Promise<Document[]> =>
  kind === 'customers'
    ? work.tx.many<Document>(sql`
        select o.id as "documentId", o.total_cents - o.credited_cents as total, (
          select coalesce(sum(m.cents), 0)::bigint from payment_matches m where m.order_id = o.id and m.payment_id <> ${paymentId}) as elsewhere, (
          select coalesce(sum(m.cents), 0)::bigint from payment_matches m where m.order_id = o.id and m.payment_id = ${paymentId}) as own
        from orders o where o.id = any(${[...ids]}::bigint[]) and o.customer_id = ${id} and o.status = 'SHIPPED'
        order by o.id for update of o`)
    : work.tx.many<Document>(sql`
        select i.id as "documentId", i.total_cents as total, (
          select coalesce(sum(m.cents), 0)::bigint from payment_matches m where m.invoice_id = i.id and m.payment_id <> ${paymentId}) as elsewhere, (
          select coalesce(sum(m.cents), 0)::bigint from payment_matches m where m.invoice_id = i.id and m.payment_id = ${paymentId}) as own
        from inbound_invoices i
        where i.id = any(${[...ids]}::bigint[]) and i.provider_id = ${id} and i.type = 'INBOUND' and i.state = 'BOOKED'
        order by i.id for update of i`)

export const matchPaymentCommand = command(matchPayment, (work, input) => matchByHand(work, input))

/** Replaces what is matched of a payment by hand. Returns what the matches leave of it. */
export async function matchByHand(
  work: Work,
  { id, matches }: ParsedInputOf<typeof matchPayment>,
): Promise<{ id: number; unmatched: Cents }> {
  const found = await readPaymentOfParty(work.tx, id, true)
  if (!found) return refuse('missing', 'payments.no-payment', { paymentId: id })
  const { payment, party } = found
  stopOn(whyNotMatchable({ ...payment, kind: party.kind }))
  const ids = matches.map(({ documentId }) => documentId)
  const documents = new Map((await lockDocuments(work, party, id, ids)).map((one) => [one.documentId, one]))
  const underWay = await ordersUnderWay(work.tx, party.kind === 'customers' ? ids : [])
  const wanted = matches.map(({ documentId, cents }) => {
    const document = documents.get(documentId)
    if (!document) return refuse('refused', 'payments.no-document', { documentId })
    // what a credit note takes back of the order is known only when it is issued or refused
    if (underWay.has(documentId) && cents > document.own)
      return refuse('refused', 'payments.credit-under-way', { documentId })
    return { documentId, cents, open: subtractCents(document.total, document.elsewhere) }
  })
  stopOn(whyNotMatches(payment.amount, wanted))
  const before = await replaceMatches(work, { account: party.kind, paymentId: id }, matches)
  const after = sumCents(matches.map(({ cents }) => cents))
  const [cashLimit] =
    payment.type === 'CASH' ? [...(await cashWarningsOfDocuments(work.tx, party.kind, ids)).values()] : []
  const asNumber = (amount: Cents) => toNumber(amount, PLACES.cents)
  work.record({
    entity: 'payments',
    id,
    changes: changes({ matched: asNumber(before) }, { matched: asNumber(after), cashLimit }),
  })
  work.moved({ entity: party.kind, id: party.id })
  return { id, unmatched: subtractCents(payment.amount, after) }
}
