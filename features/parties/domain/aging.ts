/** Splits the balance of a party by how long it has been owed. */
import { addDays, type Day } from '#kernel/day.ts'
import { z } from 'zod'
import { addCents, type Cents, subtractCents, sumCents, zCents, ZERO_CENTS } from '#kernel/money.ts'

export type Aging = {
  /** Owed for 0 to 30 days. */
  readonly days30: Cents
  readonly days60: Cents
  readonly days90: Cents
  /** Owed for more than 90 days. */
  readonly older: Cents
  /** Paid beyond all charges. */
  readonly credit: Cents
}

export const zAging = z.object({ days30: zCents, days60: zCents, days90: zCents, older: zCents, credit: zCents })

/** The parts of the balance, youngest first. */
export const AGES = ['days30', 'days60', 'days90', 'older'] as const
export type Age = (typeof AGES)[number]

/**
 * Returns what is still owed on `today`, by the day it was charged. Positive amounts are charges. Negative amounts
 * settle the oldest charges first, whatever they were paid for. The rest of them is credit.
 */
export function agingOf(entries: readonly { readonly date: Day; readonly amount: Cents }[], today: Day): Aging {
  const owed: Record<Age, Cents> = { days30: ZERO_CENTS, days60: ZERO_CENTS, days90: ZERO_CENTS, older: ZERO_CENTS }
  let paid = ZERO_CENTS
  for (const { date, amount } of entries) {
    if (amount < 0) paid = subtractCents(paid, amount)
    else owed[ageOn(today, date)] = addCents(owed[ageOn(today, date)], amount)
  }
  for (const age of AGES.toReversed()) {
    const settled = paid < owed[age] ? paid : owed[age]
    owed[age] = subtractCents(owed[age], settled)
    paid = subtractCents(paid, settled)
  }
  return { ...owed, credit: paid }
}

/** Returns what has been owed for more than 30 days. */
export const overdueOf = ({ days60, days90, older }: Pick<Aging, Age>): Cents => sumCents([days60, days90, older])

function ageOn(today: Day, date: Day): Age {
  if (date >= addDays(today, -30)) return 'days30'
  if (date >= addDays(today, -60)) return 'days60'
  return date >= addDays(today, -90) ? 'days90' : 'older'
}
