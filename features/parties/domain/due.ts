/** When a charge is due, and what of the charges of a party is overdue. */
import { z } from 'zod'
import { addDays, type Day, daysBetween, zDay } from '#kernel/day.ts'
import { type Cents, zCents } from '#kernel/money.ts'
import { type Match, settle, type SettledEntry, sumOpen } from './settlement.ts'

/** Returns the day on which a charge is due. `own` are the days of the party; null for those of the company, `usual`. */
export const dueDayOf = (day: Day, own: number | null, usual: number): Day => addDays(day, own ?? usual)

/** Returns by how many days a charge is late; 0 until the end of the day on which it is due. */
const daysLate = (due: Day, today: Day): number => Math.max(0, daysBetween(due, today))

/** A charge of which something is open. */
export type Debt<E> = {
  readonly entry: E
  readonly open: Cents
  readonly due: Day
  readonly late: number
}

type Terms = { readonly own: number | null; readonly usual: number }

/** Returns the charges of a party of which something is open on `today`, oldest first. */
export const debtsOf = <E extends SettledEntry>(
  entries: readonly E[],
  { own, usual }: Terms,
  today: Day,
  matches: readonly Match[] = [],
): Debt<E>[] =>
  settle(entries, matches)
    .charges.filter(({ open }) => open > 0)
    .map(({ entry, open }) => {
      const due = dueDayOf(entry.date, own, usual)
      return { entry, open, due, late: daysLate(due, today) }
    })

export const zOverdue = z.object({
  cents: zCents,
  /** The day on which the oldest overdue charge was due. */
  since: zDay,
  /** By how many days the oldest one is late. */
  days: z.int(),
})
export type Overdue = { readonly cents: Cents; readonly since: Day; readonly days: number }

/** Returns what of these debts is overdue; null if none is. */
export function overdueOf(debts: readonly Pick<Debt<unknown>, 'open' | 'due' | 'late'>[]): Overdue | null {
  const late = debts.filter((debt) => debt.late > 0).toSorted((a, b) => b.late - a.late)
  const [oldest] = late
  return oldest ? { cents: sumOpen(late), since: oldest.due, days: oldest.late } : null
}
