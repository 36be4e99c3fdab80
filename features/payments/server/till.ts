/** Up to which day the till is closed. What is closed is not changed afterwards (C-71). */
import { type Day, showDay } from '#kernel/day.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { counterDay } from '../domain/cancelling.ts'

/** Returns the last closed day, or null. The closings belong to the cash desk. */
export async function readClosedUntil(rows: Rows): Promise<Day | null> {
  const { day } = await rows.one<{ day: Day | null }>(sql`
    select max(day) as day from till_closings where reopened_at is null`)
  return day
}

/** Refuses a day whose till is closed. */
export async function whyNotIntoTill(rows: Rows, day: Day): Promise<Refusal | null> {
  const closedUntil = await readClosedUntil(rows)
  return closedUntil !== null && day <= closedUntil
    ? refusal('refused', 'payments.till-closed', { day: showDay(closedUntil) })
    : null
}

/** Returns the day itself while its till is open, else today, else the first day after the closed ones. */
export const firstOpenDay = async (rows: Rows, day: Day, today: Day): Promise<Day> =>
  counterDay(day, today, await readClosedUntil(rows))
