/** Splits the balance of a party by how long it has been owed. */
import { addDays, type Day } from '#kernel/day.ts'
import { z } from 'zod'
import { addCents, type Cents, zCents, ZERO_CENTS } from '#kernel/money.ts'
import { type Match, settle, type SettledEntry, sumOpen } from './settlement.ts'

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
 * Returns what is still owed on `today`, by the day it was charged. Matches by hand are followed; other payments settle the
 * oldest charges first, whatever they were paid for. What they leave is credit.
 */
export function agingOf(entries: readonly SettledEntry[], today: Day, matches: readonly Match[] = []): Aging {
  const { charges, credits } = settle(entries, matches)
  const owed: Record<Age, Cents> = { days30: ZERO_CENTS, days60: ZERO_CENTS, days90: ZERO_CENTS, older: ZERO_CENTS }
  for (const { entry, open } of charges) owed[ageOn(today, entry.date)] = addCents(owed[ageOn(today, entry.date)], open)
  return { ...owed, credit: sumOpen(credits) }
}

function ageOn(today: Day, date: Day): Age {
  if (date >= addDays(today, -30)) return 'days30'
  if (date >= addDays(today, -60)) return 'days60'
  return date >= addDays(today, -90) ? 'days90' : 'older'
}
