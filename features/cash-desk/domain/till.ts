/** The till: how it is counted and closed, and the line of all cash that never changes by moving cash. */
import { type Day } from '#kernel/day.ts'
import { addCents, type Cents, cents, centsTimes, subtractCents, sumCents, toNumber, PLACES } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

/** The notes and coins of the euro, in cents, largest first. */
export const NOTES = [500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00] as const
export const COINS = [2_00, 1_00, 50, 20, 10, 5, 2, 1] as const
export const PIECES = [...NOTES, ...COINS] as const
export type Piece = (typeof PIECES)[number]

/** The most pieces of one value in a till. */
export const MOST_PIECES = 100_000

/** How many pieces of a value were counted. Values that are left out were not there. */
export type Pieces = Readonly<Partial<Record<`${Piece}`, number>>>

/** Returns what the pieces are worth together. */
export const countedAmount = (pieces: Pieces): Cents =>
  sumCents(PIECES.map((value) => centsTimes(cents(value), pieces[`${value}`] ?? 0)))

/** Refuses a day to come, and a day that is closed already. `closedUntil` is the last closed day, or null. */
export function whyNotClose(day: Day, today: Day, closedUntil: Day | null): Refusal | null {
  if (day > today) return refusal('refused', 'cash-desk.day-to-come', { day })
  if (closedUntil !== null && day <= closedUntil)
    return refusal('refused', 'cash-desk.closed-already', { day: closedUntil })
  return null
}

/** Refuses a count that differs from the expected amount without a reason. The refusal names the amount unless it is hidden. */
export const whyNotDifference = (
  counted: Cents,
  expected: Cents,
  note: string | null,
  hidden: boolean,
): Refusal | null =>
  counted === expected || note !== null
    ? null
    : refusal('invalid', 'cash-desk.difference-needs-reason', {
        ...(!hidden && { expected: toNumber(expected, PLACES.cents) }),
        fields: { note: 'cash-desk.difference-needs-reason' },
      })

/**
 * Refuses a closing if the till holds another amount than the person saw: somebody took or brought cash meanwhile. Only people from
 * whom the amount is hidden may close without it, and an amount from them is refused, so that none is tried out.
 */
export function whyNotExpected(seen: Cents | null, expected: Cents, hidden: boolean): Refusal | null {
  if (hidden) return seen === null ? null : refusal('refused', 'cash-desk.expected-hidden')
  return seen === expected ? null : refusal('conflict', 'cash-desk.till-moved')
}

/**
 * Refuses a deposit of nothing, of more than the till holds, or into a closed or coming day. `till` is the least of its day and today, or null
 * if the company hides it from the person.
 */
export function whyNotDeposit(
  { amount, day }: { readonly amount: Cents; readonly day: Day },
  { today, closedUntil, till }: { readonly today: Day; readonly closedUntil: Day | null; readonly till: Cents | null },
): Refusal | null {
  const closed = whyNotClose(day, today, closedUntil)
  if (closed) return closed
  if (amount <= 0) return refusal('invalid', 'cash-desk.no-amount', { fields: { amount: 'cash-desk.no-amount' } })
  if (till !== null && amount > till)
    return refusal('refused', 'cash-desk.more-than-till', { fields: { amount: 'cash-desk.more-than-till' } })
  return null
}

/**
 * All cash at one moment. What was taken is with the drivers, in the till, at the bank, or missing. Moving cash changes the parts
 * and never their sum.
 */
export type CashLine = {
  /** All cash payments up to today: received less paid out. */
  readonly taken: Cents
  /** With drivers: carried, or handed over and not received yet. */
  readonly drivers: Cents
  readonly till: Cents
  readonly bank: Cents
  /** What counts found missing: of hand-overs and of the till. Negative if they found more. */
  readonly missing: Cents
}

/** Returns what the line does not explain. It is 0 unless a document was changed directly in the database. */
export const unexplainedCash = ({ taken, drivers, till, bank, missing }: CashLine): Cents =>
  subtractCents(taken, addCents(addCents(drivers, till), addCents(bank, missing)))
