/** What payments settle, as the pages of a payment and of a party show it. */
import { ordersUnderWay } from '#features/orders/server/lock-orders.ts'
import { isDocument, isPayment } from '#features/parties/domain/settlement.ts'
import { type Cents, subtractCents, sumCents, ZERO_CENTS } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { whyNotMatchable } from '../../domain/matching.ts'
import { MOST_SHOWN, type MatchDocument, partyMatching, paymentMatching } from '../../domain/matching-contract.ts'
import { PAYMENT_TYPES } from '../../domain/payment.ts'
import { cashWarningsOfDocuments } from '../cash-limit.ts'
import { type PartySettlement, readPaymentOfParty, readSettlement } from './settlement.ts'

const sumOf = (parts: readonly { readonly cents: Cents }[]): Cents => sumCents(parts.map(({ cents }) => cents))

/**
 * Returns the documents that the payment settles, and those of which something is left for it, oldest first. Of an order with a
 * document that is `underWay`, only what is matched already is left.
 */
function documentsFor(
  id: number,
  { charges, allocations, matches }: PartySettlement,
  underWay: ReadonlySet<number>,
): readonly Omit<MatchDocument, 'cashLimit'>[] {
  return charges
    .filter(({ entry }) => isDocument(entry))
    .map(({ entry, open }) => {
      const own = allocations.filter(({ credit, charge }) => charge === entry && credit.id === id && isPayment(credit))
      const matched = matches.filter(({ documentId }) => documentId === entry.id)
      const elsewhere = matched.filter(({ paymentId }) => paymentId !== id)
      const here = matched.filter(({ paymentId }) => paymentId === id)
      // what a credit note took back of the document settles it before every payment
      const credited = allocations.filter(({ credit, charge }) => charge === entry && credit.settles === entry.id)
      return {
        id: entry.id,
        date: entry.date,
        reference: entry.reference,
        total: entry.amount,
        most: underWay.has(entry.id) ? sumOf(here) : subtractCents(entry.amount, sumOf([...elsewhere, ...credited])),
        cents: sumOf(own),
        byHand: own.some(({ byHand }) => byHand),
        open,
      }
    })
    .filter(({ most, cents }) => most > 0 || cents > 0)
}

/** What is settled or open comes first, because a page shows only so many documents. */
const isNear = ({ cents, open }: Pick<MatchDocument, 'cents' | 'open'>): boolean => cents > 0 || open > 0

export const paymentMatchingQuery = query(paymentMatching, async ({ rows }, { id }) => {
  const found = await readPaymentOfParty(rows, id)
  if (!found) return refuse('missing', 'payments.no-payment', { paymentId: id })
  const { payment, party } = found
  const closed = whyNotMatchable({ ...payment, kind: party.kind })
  const settlement = await readSettlement(rows, party)
  // only the documents of customers are orders
  const matchable = closed === null ? settlement.charges.filter(({ entry }) => isDocument(entry)) : []
  const orders = party.kind === 'customers' ? matchable.map(({ entry }) => entry.id) : []
  const underWay = await ordersUnderWay(rows, orders)
  const all = closed === null ? documentsFor(id, settlement, underWay) : []
  const shown = new Set([...all.filter(isNear), ...all.filter((one) => !isNear(one)).toReversed()].slice(0, MOST_SHOWN))
  const cash =
    payment.type === 'CASH'
      ? await cashWarningsOfDocuments(
          rows,
          party.kind,
          [...shown].map((one) => one.id),
        )
      : new Map()
  const own = settlement.credits.find(({ entry }) => entry.id === id && isPayment(entry))
  return {
    id,
    kind: party.kind,
    amount: payment.amount,
    unmatched: own?.open ?? ZERO_CENTS,
    byHand: sumOf(settlement.matches.filter(({ paymentId }) => paymentId === id)),
    closed,
    documents: all.filter((one) => shown.has(one)).map((one) => ({ ...one, cashLimit: cash.get(one.id) ?? null })),
    more: all.length > shown.size,
  }
})

export const partyMatchingQuery = query(partyMatching, async ({ rows }, party) => {
  const { credits, charges, matches } = await readSettlement(rows, party)
  const byHand = new Map<number, Cents>()
  for (const { paymentId, cents } of matches)
    byHand.set(paymentId, sumCents([byHand.get(paymentId) ?? ZERO_CENTS, cents]))
  const payments = credits
    .filter(({ entry }) => isPayment(entry))
    .map(({ entry, open }) => ({
      id: entry.id,
      date: entry.date,
      type: PAYMENT_TYPES.find((type) => type === entry.type) ?? null,
      reference: entry.reference,
      amount: subtractCents(ZERO_CENTS, entry.amount),
      byHand: byHand.get(entry.id) ?? ZERO_CENTS,
      unmatched: open,
    }))
    .filter((payment) => payment.byHand < payment.amount)
    .toReversed()
  return {
    payments: payments.slice(0, MOST_SHOWN),
    more: payments.length > MOST_SHOWN,
    unmatched: sumCents(credits.map(({ open }) => open)),
    owed: sumCents(charges.map(({ open }) => open)),
  }
})
