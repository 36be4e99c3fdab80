/** What payments settle, as the pages of a payment and of a party show it. */
import { isDocument, isPayment } from '#features/parties/domain/settlement.ts'
import { type Cents, subtractCents, sumCents, ZERO_CENTS } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { whyNotMatchable } from '../../domain/matching.ts'
import { MOST_SHOWN, type MatchDocument, partyMatching, paymentMatching } from '../../domain/matching-contract.ts'
import { PAYMENT_TYPES } from '../../domain/payment.ts'
import { type PartySettlement, readPaymentOfParty, readSettlement } from './settlement.ts'

const sumOf = (parts: readonly { readonly cents: Cents }[]): Cents => sumCents(parts.map(({ cents }) => cents))

/** Returns the documents that the payment settles, and those of which something is left for it, oldest first. */
function documentsFor(id: number, { charges, allocations, matches }: PartySettlement): readonly MatchDocument[] {
  return charges
    .filter(({ entry }) => isDocument(entry))
    .map(({ entry, open }) => {
      const own = allocations.filter(({ credit, charge }) => charge === entry && credit.id === id && isPayment(credit))
      const elsewhere = matches.filter(({ paymentId, documentId }) => documentId === entry.id && paymentId !== id)
      return {
        id: entry.id,
        date: entry.date,
        reference: entry.reference,
        total: entry.amount,
        most: subtractCents(entry.amount, sumOf(elsewhere)),
        cents: sumOf(own),
        byHand: own.some(({ byHand }) => byHand),
        open,
      }
    })
    .filter(({ most }) => most > 0)
}

/** What is settled or open comes first, because a page shows only so many documents. */
const isNear = ({ cents, open }: MatchDocument): boolean => cents > 0 || open > 0

export const paymentMatchingQuery = query(paymentMatching, async ({ rows }, { id }) => {
  const found = await readPaymentOfParty(rows, id)
  if (!found) return refuse('missing', 'payments.no-payment', { paymentId: id })
  const { payment, party } = found
  const closed = whyNotMatchable({ ...payment, kind: party.kind })
  const settlement = await readSettlement(rows, party)
  const all = closed === null ? documentsFor(id, settlement) : []
  const shown = new Set([...all.filter(isNear), ...all.filter((one) => !isNear(one)).toReversed()].slice(0, MOST_SHOWN))
  const own = settlement.credits.find(({ entry }) => entry.id === id && isPayment(entry))
  return {
    id,
    kind: party.kind,
    amount: payment.amount,
    unmatched: own?.open ?? ZERO_CENTS,
    byHand: sumOf(settlement.matches.filter(({ paymentId }) => paymentId === id)),
    closed,
    documents: all.filter((one) => shown.has(one)),
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
