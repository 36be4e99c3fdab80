/** A customer's statement of account: what was owed before a period, what happened in it, what is owed after it. */
import type { Day } from '#kernel/day.ts'
import { addCents, type Cents, subtractCents, sumCents, ZERO_CENTS } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { AccountEntry } from './account.ts'

/** Both ends belong to it. */
export type Period = { readonly from: Day; readonly until: Day }

/** An entry as a statement shows it: charged or credited, and what is owed after it. */
export type StatementRow = AccountEntry & {
  readonly charged: Cents
  readonly credited: Cents
  readonly balance: Cents
}

export type Statement = {
  /** Owed from everything before the period. */
  readonly before: Cents
  /** The part of it since 1 January of the year in which the period starts (ruling C-54). */
  readonly beforeThisYear: Cents
  readonly rows: readonly StatementRow[]
  readonly charged: Cents
  readonly credited: Cents
  readonly after: Cents
}

/** The most rows that a statement shows; more is a book, and a shorter period makes a paper of it. */
export const MOST_STATEMENT_ROWS = 2_000

/** 1 January of the year of a day. */
export const newYearOf = (day: Day): Day => `${day.slice(0, 4)}-01-01` as Day

/** A period that ends before it starts is a slip of the hand. */
export const whyNotPeriod = ({ from, until }: Period): Refusal | null =>
  from > until
    ? refusal('invalid', 'customers.period-backwards', { fields: { until: 'customers.period-backwards' }, from, until })
    : null

/** The statement of a period; `entries` are all of the customer's, the oldest first. */
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

/** Received money stands on the credit side, even a correction below zero; everything else is charged. */
function sidesOf({ kind, amount }: AccountEntry): { charged: Cents; credited: Cents } {
  return kind === 'received'
    ? { charged: ZERO_CENTS, credited: subtractCents(ZERO_CENTS, amount) }
    : { charged: amount, credited: ZERO_CENTS }
}
