import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#kernel/day.ts'
import { type Cents, cents } from '#kernel/money.ts'
import { agingOf } from './aging.ts'
import { isPayment, type Match, settle, type SettledEntry, sumOpen } from './settlement.ts'

const FIRST = '2026-09-01' as Day
const order = (id: number, day: number, amount: number): SettledEntry => ({
  kind: 'order',
  id,
  date: addDays(FIRST, day),
  amount: amount as Cents,
})
const payment = (id: number, day: number, amount: number, pair: number | null = null): SettledEntry => ({
  kind: 'received',
  id,
  date: addDays(FIRST, day),
  amount: -amount as Cents,
  pair,
})
const match = (paymentId: number, documentId: number, amount: number): Match => ({
  paymentId,
  documentId,
  cents: cents(amount),
})
const openOf = (entries: readonly SettledEntry[], matches: readonly Match[] = []) =>
  Object.fromEntries(settle(entries, matches).charges.map(({ entry, open }) => [entry.id, open]))

describe('without matches by hand', () => {
  const entries = [order(1, 0, 100), order(2, 1, 50), order(3, 2, 70), payment(9, 3, 120)]
  test('payments settle the oldest charges first, also in part', () => {
    expect(openOf(entries)).toEqual({ 1: 0, 2: 30, 3: 70 })
  })
  test('what no charge takes stays open with its payment', () => {
    const { credits, charges } = settle([...entries, payment(10, 4, 130)])
    expect(sumOpen(charges)).toBe(0)
    expect(credits.map(({ entry, open }) => [entry.id, open])).toEqual([
      [9, 0],
      [10, 30],
    ])
  })
  test('the first of two charges of one day is settled first', () => {
    expect(openOf([order(2, 0, 100), order(1, 0, 50), payment(9, 3, 120)])).toEqual({ 2: 0, 1: 30 })
  })
  test('a document or payment of 0 neither owes nor settles anything', () => {
    const { charges, credits } = settle([order(1, 0, 0), payment(9, 0, 0)])
    expect([charges, credits]).toEqual([[], []])
  })
  test('documents, credit notes and opening balances are no payments, which a person could match', () => {
    const kinds = ['order', 'invoice', 'credit', 'opening', 'received', 'paid', 'refunded']
    expect(kinds.filter((kind) => isPayment({ kind }))).toEqual(['received', 'paid', 'refunded'])
  })
  test('money returned to a customer and a negative payment are charges, and a negative document settles', () => {
    const refund: SettledEntry = { kind: 'refunded', id: 11, date: addDays(FIRST, 1), amount: 40 as Cents }
    expect(openOf([order(1, 0, 100), refund, payment(9, 2, 120)])).toEqual({ 1: 0, 11: 20 })
    expect(openOf([order(1, 0, 100), payment(9, 2, -15)])).toEqual({ 1: 100, 9: 15 })
    expect(openOf([order(1, 0, 100), order(2, 1, -30)])).toEqual({ 1: 70 })
  })
})

describe('a match by hand', () => {
  const entries = [order(1, 0, 100), order(2, 1, 50), order(3, 2, 70), payment(9, 3, 120), payment(10, 4, 20)]
  test('comes first, and the rest of all payments settles the oldest charges', () => {
    expect(openOf(entries, [match(9, 3, 70)])).toEqual({ 1: 30, 2: 50, 3: 0 })
    expect(openOf(entries, [match(9, 2, 10), match(10, 2, 20)])).toEqual({ 1: 0, 2: 10, 3: 70 })
  })
  test('decides how old the balance is', () => {
    const today = addDays(FIRST, 40)
    const old = [order(1, 0, 100), order(2, 35, 100), payment(9, 36, 100)]
    expect(agingOf(old, today)).toMatchObject({ days30: 100, days60: 0 })
    expect(agingOf(old, today, [match(9, 2, 100)])).toMatchObject({ days30: 0, days60: 100 })
  })
  test('of a payment or a document that is not there does not count', () => {
    expect(openOf(entries, [match(77, 3, 70), match(9, 88, 10)])).toEqual(openOf(entries))
  })
})

describe('a credit note', () => {
  const creditNote = (day: number, amount: number, settles: number | null): SettledEntry => ({
    kind: 'credit',
    id: 50,
    date: addDays(FIRST, day),
    amount: -amount as Cents,
    settles,
  })
  const entries = [order(1, 0, 100), order(2, 1, 50), order(3, 2, 70)]
  test('lowers the document that it credits, also one that is not the oldest, and without one it settles the oldest', () => {
    expect(openOf([...entries, creditNote(3, 70, 3)])).toEqual({ 1: 100, 2: 50, 3: 0 })
    expect(openOf([...entries, creditNote(3, 70, null)])).toEqual({ 1: 30, 2: 50, 3: 70 })
  })
  test('of more than its document has open settles the oldest charges with the rest', () => {
    expect(openOf([...entries, creditNote(3, 80, 2)])).toEqual({ 1: 70, 2: 0, 3: 70 })
  })
  test('of a document that is paid by a credit note already settles another one, and leaves no part of 0', () => {
    const second = { ...creditNote(4, 30, 3), id: 51 }
    const { allocations } = settle([...entries, creditNote(3, 70, 3), second])
    expect(allocations.map(({ credit, charge, cents: part }) => [credit.id, charge.id, part])).toEqual([
      [50, 3, 70],
      [51, 1, 30],
    ])
  })
  test('is no match that a person could take back', () => {
    const { allocations } = settle([...entries, creditNote(3, 70, 3)])
    expect(allocations.map(({ charge, cents: part, byHand }) => [charge.id, part, byHand])).toEqual([[3, 70, false]])
  })
  test('settles its document before a payment that a person matched to it', () => {
    const { allocations } = settle([...entries, creditNote(4, 60, 3), payment(9, 3, 70)], [match(9, 3, 70)])
    expect(allocations.map(({ credit, charge, cents: part }) => [credit.kind, charge.id, part])).toEqual([
      ['credit', 3, 60],
      ['received', 3, 10],
      ['received', 1, 60],
    ])
  })
})

describe('a cancelled payment and its counter-entry', () => {
  test('leave the charges as old as they were', () => {
    const today = addDays(FIRST, 100)
    const entries = [order(1, 0, 100), payment(9, 50, 100, 9), payment(10, 99, -100, 9)]
    expect(agingOf(entries, today)).toEqual(agingOf([order(1, 0, 100)], today))
  })
  test('count both as long as only one of them is on the statement', () => {
    expect(openOf([order(1, 0, 100), payment(9, 50, 100, 9)])).toEqual({ 1: 0 })
  })
})

type Step =
  | { readonly do: 'order' | 'pay'; readonly day: number; readonly amount: number }
  | { readonly do: 'match'; readonly at: number; readonly to: number; readonly part: number }
  | { readonly do: 'cancel-payment' | 'cancel-order'; readonly at: number }

const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constantFrom('order' as const, 'pay' as const),
      day: fc.integer({ min: 0, max: 90 }),
      amount: fc.integer({ min: 1, max: 300 }),
    }),
    fc.record({
      do: fc.constant('match' as const),
      at: fc.nat(20),
      to: fc.nat(20),
      part: fc.integer({ min: 1, max: 300 }),
    }),
    fc.record({ do: fc.constantFrom('cancel-payment' as const, 'cancel-order' as const), at: fc.nat(20) }),
  ),
  { maxLength: 40 },
)

/** Keeps an account as the server does: a match is never more than is open, and a cancellation frees its matches. */
function accountAfter(all: readonly Step[]): { entries: SettledEntry[]; matches: Match[] } {
  let entries: SettledEntry[] = []
  let matches: Match[] = []
  let id = 0
  const matched = (of: keyof Match, key: number | undefined) =>
    matches.filter((one) => one[of] === key).reduce((sum, one) => sum + one.cents, 0)
  for (const step of all) {
    const orders = entries.filter(({ kind }) => kind === 'order')
    const payments = entries.filter(({ kind, pair }) => kind === 'received' && pair == null)
    const pick = <T>(from: readonly T[], at: number) => (from.length === 0 ? undefined : from[at % from.length])
    if (step.do === 'order') entries.push(order(++id, step.day, step.amount))
    else if (step.do === 'pay') entries.push(payment(++id, step.day, step.amount))
    else if (step.do === 'cancel-order') {
      const one = pick(orders, step.at)
      entries = entries.filter((entry) => entry !== one)
      matches = matches.filter(({ documentId }) => documentId !== one?.id)
    } else if (step.do === 'cancel-payment') {
      const one = pick(payments, step.at)
      if (one?.id === undefined) continue
      entries = [
        ...entries.filter((entry) => entry !== one),
        { ...one, pair: one.id },
        payment(++id, 95, one.amount, one.id),
      ]
      matches = matches.filter(({ paymentId }) => paymentId !== one.id)
    } else if (step.do === 'match') {
      const [from, to] = [pick(payments, step.at), pick(orders, step.to)]
      if (from?.id === undefined || to?.id === undefined) continue
      const most = Math.min(
        step.part,
        0 - from.amount - matched('paymentId', from.id),
        to.amount - matched('documentId', to.id),
      )
      const same = matches.some((one) => one.paymentId === from.id && one.documentId === to.id)
      if (most > 0 && !same) matches.push(match(from.id, to.id, most))
    }
  }
  return { entries, matches }
}

describe('after any history', () => {
  test('what settles a charge is never more than it, open and settled add up to it, and the same holds for each payment', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { entries, matches } = accountAfter(all)
        const { charges, credits, allocations } = settle(entries, matches)
        for (const { entry, open } of charges) {
          const settled = allocations.filter(({ charge }) => charge === entry).reduce((sum, one) => sum + one.cents, 0)
          expect(open).toBeGreaterThanOrEqual(0)
          expect(settled + open).toBe(entry.amount)
        }
        for (const { entry, open } of credits) {
          const given = allocations.filter(({ credit }) => credit === entry).reduce((sum, one) => sum + one.cents, 0)
          expect(open).toBeGreaterThanOrEqual(0)
          expect(given + open + entry.amount).toBe(0)
        }
      }),
    )
  })

  test('what is owed less what is open of payments is the balance, and not both are open', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { entries, matches } = accountAfter(all)
        const { charges, credits } = settle(entries, matches)
        const balance = entries.reduce((sum, { amount }) => sum + amount, 0)
        expect(sumOpen(charges) - sumOpen(credits)).toBe(balance)
        expect(Math.min(sumOpen(charges), sumOpen(credits))).toBe(0)
      }),
    )
  })

  test('every match by hand settles exactly what the person wrote', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { entries, matches } = accountAfter(all)
        const byHand = settle(entries, matches).allocations.filter((one) => one.byHand)
        expect(byHand.map(({ credit, charge, cents: part }) => match(credit.id ?? 0, charge.id ?? 0, part))).toEqual(
          matches,
        )
      }),
    )
  })

  test('the order in which payments and orders are cancelled does not matter', () => {
    const built = fc.array(
      fc.oneof(
        fc.record({
          do: fc.constantFrom('order' as const, 'pay' as const),
          day: fc.integer({ min: 0, max: 90 }),
          amount: fc.integer({ min: 1, max: 300 }),
        }),
        fc.record({
          do: fc.constant('match' as const),
          at: fc.nat(20),
          to: fc.nat(20),
          part: fc.integer({ min: 1, max: 300 }),
        }),
      ),
      { minLength: 4, maxLength: 30 },
    )
    fc.assert(
      fc.property(built, fc.array(fc.nat(30), { maxLength: 6 }), (all, chosen) => {
        const start = accountAfter(all)
        const cancelled = [...new Set(chosen)].filter((id) => start.entries.some((entry) => entry.id === id))
        const without = (ids: readonly number[]) =>
          ids.reduce(
            ({ entries, matches }, id) => ({
              // a cancelled pair changes nothing, so it is left out here
              entries: entries.filter((entry) => entry.id !== id),
              matches: matches.filter(({ paymentId, documentId }) => paymentId !== id && documentId !== id),
            }),
            start,
          )
        const [one, other] = [without(cancelled), without(cancelled.toReversed())]
        expect(openOf(one.entries, one.matches)).toEqual(openOf(other.entries, other.matches))
      }),
    )
  })
})
