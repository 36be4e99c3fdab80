/** Up to which day the till is closed. Its cash is not changed afterwards (C-71). All other money is not in the till, so it is not bound (C-88). */
import { type Day } from '#kernel/day.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { counterDay } from '../domain/cancelling.ts'
import type { NewPayment } from '../domain/payment.ts'

/** Returns the last closed day, or null. The closings belong to the cash desk. */
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
