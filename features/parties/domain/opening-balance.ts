/** The balance of a party from before the company worked here. */
import { type Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

export type OpeningBalance = {
  /** Positive if the customer owes it, or if it is owed to the provider. */
  readonly amount: Cents
  readonly day: Day
  readonly note: string
}

/** A longer note is refused. */
const MOST_OPENING_NOTE = 300

/** Refuses a day that is still to come, because the balance counts at once. */
export const whyNotOpening = ({ day, note }: OpeningBalance, today: Day): Refusal | null =>
  day > today
    ? refusal('refused', 'parties.opening-ahead', { date: day })
    : note.length > MOST_OPENING_NOTE
      ? refusal('refused', 'parties.opening-note', { most: MOST_OPENING_NOTE })
      : null

/**
 * Refuses a document or payment of an earlier system that the opening balance of its party contains, because it would count twice.
 * `opening` is the day of that balance, which contains everything up to its end; undefined if the party has none.
 */
export const whyNotHistoric = (day: Day, opening: Day | undefined, name: string): Refusal | null =>
  opening !== undefined && day <= opening
    ? refusal('refused', 'parties.in-opening', { name, date: day, opening })
    : null
