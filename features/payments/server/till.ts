/** Up to which day the till is closed. Its cash is not changed afterwards (C-71). All other money is not in the till, so it is not bound (C-88). */
import { type Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Work } from '#server/work.ts'
import { counterDay } from '../domain/cancelling.ts'
import type { NewPayment } from '../domain/payment.ts'
import { postClosing, repostClosing } from './post-cash.ts'

/** Returns the last closed day, or null. */
export async function readClosedUntil(rows: Rows): Promise<Day | null> {
  const { day } = await rows.one<{ day: Day | null }>(sql`
    select max(day) as day from till_closings where reopened_at is null`)
  return day
}

type Counted = Pick<NewPayment, 'type' | 'date'>

/** Reports whether the till counts a payment. A closing binds nothing else (C-88). */
const isInTill = ({ type }: Counted): boolean => type === 'CASH'

/** Refuses cash of a day whose till is closed. */
export async function whyNotIntoTill(rows: Rows, payment: Counted): Promise<Refusal | null> {
  if (!isInTill(payment)) return null
  const closedUntil = await readClosedUntil(rows)
  return closedUntil !== null && payment.date <= closedUntil
    ? refusal('refused', 'payments.till-closed', { day: closedUntil })
    : null
}

/** Returns the day of the payment itself, but for cash whose till is closed today, or the first day after the closed ones. */
export const firstOpenDay = async (rows: Rows, payment: Counted, today: Day): Promise<Day> =>
  isInTill(payment) ? counterDay(payment.date, today, await readClosedUntil(rows)) : payment.date

export type TillClosing = {
  readonly day: Day
  readonly expected: Cents
  readonly counted: Cents
  /** How many there were of each note and coin. */
  readonly pieces: object
  readonly note: string
}

/** Closes the till up to a day. Returns the id of the closing. */
export async function writeClosing({ tx, actor, now }: Work, closing: TillClosing): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into till_closings (day, expected_cents, counted_cents, pieces, note, user_id, user_name, closed_at)
    values (${closing.day}, ${closing.expected}, ${closing.counted}, ${JSON.stringify(closing.pieces)}::jsonb, ${closing.note},
      ${actor.userId}, ${actor.name}, ${now}::timestamptz)
    returning id`)
  await postClosing(tx, id)
  return id
}

/** Ends a closing, so that its days are open again. */
export async function endClosing({ tx, actor, now }: Work, id: number, reason: string): Promise<void> {
  await tx.run(sql`
    update till_closings set reopened_at = ${now}::timestamptz, reopened_by = ${actor.userId}::bigint, reopened_name = ${actor.name},
      reopen_reason = ${reason}
    where id = ${id}`)
  await repostClosing(tx, id)
}
