/**
 * Which payments settle which charges of a party. Matches by hand come first; all other payments settle the oldest charges
 * first. Only the matches by hand are stored (docs/decisions/0060-matching.md).
 */
import type { Day } from '#kernel/day.ts'
import { type Cents, smallerCents, subtractCents, sumCents, ZERO_CENTS } from '#kernel/money.ts'

/** An entry of an account. A positive amount is a charge, a negative one settles charges. */
export type SettledEntry = {
  /** `order` and `invoice` are documents, `credit` is a credit note, `opening` is the opening balance; every other kind is a payment. */
  readonly kind?: string | undefined
  readonly id?: number | undefined
  readonly date: Day
  readonly amount: Cents
  /** The id of the document that a credit note takes back a part of. It settles this document first. */
  readonly settles?: number | null | undefined
  /** The id of the cancelled payment, for it and for its counter-entry; null or absent for an entry that stands. */
  readonly pair?: number | null | undefined
}

/** A part of a payment that a person matched to a document of the same party. */
export type Match = { readonly paymentId: number; readonly documentId: number; readonly cents: Cents }

/** A part of a credit that settles a charge. */
export type Allocation<E> = {
  readonly credit: E
  readonly charge: E
  readonly cents: Cents
  /** True for a match by hand, false if the order of the days decided. */
  readonly byHand: boolean
}

export type Settlement<E> = {
  readonly allocations: readonly Allocation<E>[]
  /** What is open of each charge and of each credit. Both are never below zero. */
  readonly charges: readonly { readonly entry: E; readonly open: Cents }[]
  readonly credits: readonly { readonly entry: E; readonly open: Cents }[]
}

/** The kinds of charges that have a document. */
export const DOCUMENTS: readonly (string | undefined)[] = ['order', 'invoice']
export const isDocument = ({ kind }: Pick<SettledEntry, 'kind'>): boolean => DOCUMENTS.includes(kind)

/** Reports whether an entry is a payment. Opening balances have numbers of their own, as documents have. */
export const isPayment = (entry: Pick<SettledEntry, 'kind'>): boolean =>
  !isDocument(entry) && entry.kind !== 'opening' && entry.kind !== 'credit'

/**
 * Leaves out a cancelled payment together with its counter-entry, because they change nothing. If only one of both is given,
 * as on a statement that ends between their days, it stays.
 */
function standing<E extends SettledEntry>(entries: readonly E[]): readonly E[] {
  const halves = new Map<number, number>()
  for (const { pair } of entries) if (pair != null) halves.set(pair, (halves.get(pair) ?? 0) + 1)
  return entries.filter(({ pair }) => pair == null || halves.get(pair) !== 2)
}

type Open<E> = { readonly entry: E; open: Cents }

/** Returns how the credits of a party settle its charges. The order of `entries` decides between entries of one day. */
export function settle<E extends SettledEntry>(entries: readonly E[], matches: readonly Match[] = []): Settlement<E> {
  const sorted = standing(entries).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const charges = sorted.filter(({ amount }) => amount > 0).map((entry): Open<E> => ({ entry, open: entry.amount }))
  const credits = sorted
    .filter(({ amount }) => amount < 0)
    .map((entry): Open<E> => ({ entry, open: subtractCents(ZERO_CENTS, entry.amount) }))
  const allocations: Allocation<E>[] = []
  const allot = (credit: Open<E>, charge: Open<E>, most: Cents, byHand: boolean): void => {
    const part = smallerCents(smallerCents(credit.open, charge.open), most)
    if (part <= 0) return
    credit.open = subtractCents(credit.open, part)
    charge.open = subtractCents(charge.open, part)
    allocations.push({ credit: credit.entry, charge: charge.entry, cents: part, byHand })
  }

  const payments = new Map(credits.filter(({ entry }) => isPayment(entry)).map((one) => [one.entry.id, one]))
  const documents = new Map(charges.filter(({ entry }) => isDocument(entry)).map((one) => [one.entry.id, one]))
  for (const credit of credits) {
    const document = credit.entry.settles == null ? undefined : documents.get(credit.entry.settles)
    if (document) allot(credit, document, credit.open, false)
  }
  for (const { paymentId, documentId, cents } of matches) {
    const [payment, document] = [payments.get(paymentId), documents.get(documentId)]
    if (payment && document) allot(payment, document, cents, true)
  }

  let next = 0
  for (const credit of credits)
    while (credit.open > 0) {
      const charge = charges[next]
      if (!charge) break
      allot(credit, charge, charge.open, false)
      if (charge.open === 0) next++
    }
  return { allocations, charges, credits }
}

/** Returns the sum of what is open. */
export const sumOpen = (all: readonly { readonly open: Cents }[]): Cents => sumCents(all.map(({ open }) => open))
