/** What the calendar shows. A feature declares in its manifest the kinds of its records that have a day. */
import type { MoveContract } from '#kernel/days/moving.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { Right } from '#kernel/rights.ts'
import type { Command, RoleView } from '#server/command.ts'
import type { Sql } from '#server/db/database.ts'

/** What an entry is measured in. The calendar adds the figures of a day. */
export type Figure = 'quantity' | 'money' | 'orders'

/** What a subtitle is if it is not shown as it is stored: a section has a name for the screen. */
export type Subtitle = 'section'

/** The columns that every kind selects. Others may follow, for `to` and `whyNot`. */
export type CalendarRow = {
  readonly id: number
  /** The local time as 'YYYY-MM-DD HH:mm:ss', of which midnight means the whole day; null if there is only a day. */
  readonly at: string | null
  /** A short name, such as a number; empty if there is none. */
  readonly code: string
  readonly title: string
  readonly subtitle: string
  readonly status: string | null
  /** The figure of the entry, scaled as it is stored. */
  readonly figure: number
  /** The version that a move must name. */
  readonly version: number
}

/**
 * A kind of record with a day, such as the delivery of an order. The name is `<feature>.<name>`; its text is
 * `calendar.<name>` of the feature's texts.
 */
export type CalendarKind = {
  readonly name: string
  /** The right that a person needs to see these entries. */
  readonly right: Right
  readonly figure: Figure
  /** What the subtitle names. Without it the subtitle is shown as the statement selects it. */
  readonly subtitle?: Subtitle
  /**
   * Returns the statement that selects the entries of the day `d.day`, a timestamp at midnight, and ends with `order by`. The
   * calendar adds a limit. So an index must give the entries of a day in this order, and should contain the figure.
   */
  ofDay(view: RoleView): Sql
  /** The page of an entry. */
  readonly link: {
    /** The right that a person needs to open the page of an entry. */
    right(row: CalendarRow): Right
    /** Returns the address, or null if the entry has no page. */
    to(row: CalendarRow): string | null
  }
  /** Reports whether the entry has yet to happen, so that it is late once its day has passed. Without it no entry is late. */
  waits?(row: CalendarRow): boolean
  /** How entries are moved to another day. Without it they are only shown. */
  readonly move?: {
    readonly command: Command<MoveContract>
    /** Returns why the entry cannot be moved to any day; null if it can. The command asks the same rule. */
    whyNot(row: CalendarRow): Refusal | null
  }
}
