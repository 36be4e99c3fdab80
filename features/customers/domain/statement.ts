/** Computes a customer's statement of account: the balance before a period, its entries, and the balance after it. */
import type { Day } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import { addCents, type Cents, subtractCents, sumCents, ZERO_CENTS } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { AccountEntry } from './account.ts'

/** Both days belong to the period. */
export type Period = { readonly from: Day; readonly until: Day }

/** An entry of a statement, with the charged or credited amount and the balance after it. */
export type StatementRow = AccountEntry & {
  readonly charged: Cents
  readonly credited: Cents
  readonly balance: Cents
}

export type Statement = {
  /** The balance before the period. */
  readonly before: Cents
  /** The part of it since 1 January of the year in which the period starts (C-54). */
  readonly beforeThisYear: Cents
  readonly rows: readonly StatementRow[]
  readonly charged: Cents
  readonly credited: Cents
  readonly after: Cents
}

/** The highest number of rows on a statement. A person with more entries chooses a shorter period. */
export const MOST_STATEMENT_ROWS = 2_000

/** Returns 1 January of the year of a day. */
export const newYearOf = (day: Day): Day => periodOf('this-year', day).from

/** Refuses a period that ends before it starts. */
export const whyNotPeriod = ({ from, until }: Period): Refusal | null =>
  from > until
    ? refusal('invalid', 'customers.period-backwards', { fields: { until: 'customers.period-backwards' }, from, until })
    : null

/** Returns the statement of a period. `entries` are all entries of the customer, oldest first. */
export function statementOf(entries: readonly AccountEntry[], { from, until }: Period): Statement {
  const earlier = entries.filter((entry) => entry.date < from)
  const before = sumCents(earlier.map(({ amount }) => amount))
  let balance = before
  const rows = entries
    .filter((entry) => entry.date >= from && entry.date <= until)
    .map((entry): StatementRow => {
      const { charged, credited } = sidesOf(entry)
      balance = addCents(balance, entry.amount)
      return { ...entry, charged, credited, balance }
    })
  return {
    before,
    beforeThisYear: sumCents(earlier.filter(({ date }) => date >= newYearOf(from)).map(({ amount }) => amount)),
    rows,
    charged: sumCents(rows.map((row) => row.charged)),
    credited: sumCents(rows.map((row) => row.credited)),
    after: balance,
  }
}

/** Credit notes and received payments are credited, even negative corrections, and so is an opening balance in credit. Everything else is charged. */
function sidesOf({ kind, amount }: AccountEntry): { charged: Cents; credited: Cents } {
  return kind === 'received' || kind === 'credit' || (kind === 'opening' && amount < 0)
    ? { charged: ZERO_CENTS, credited: subtractCents(ZERO_CENTS, amount) }
    : { charged: amount, credited: ZERO_CENTS }
}
