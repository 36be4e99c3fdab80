/** Spaces the calls to a service that limits their rate, over all processes on one database. */
import { type Rows, sql } from '#server/db/database.ts'

export type Turns = {
  readonly gapMilliseconds: number
  readonly longestWaitMilliseconds: number
}

/** Waits for the next turn and returns true. Returns false at once if the wait would be too long. */
export type Turn = () => Promise<boolean>

export function turnsAt(db: Rows, service: string, { gapMilliseconds, longestWaitMilliseconds }: Turns): Turn {
  const gap = sql`make_interval(secs => ${gapMilliseconds / 1000}::float8)`
  const timeLimit = sql`make_interval(secs => ${longestWaitMilliseconds / 1000}::float8)`
  return async () => {
    // uses the clock of the database, which all processes share, and reads it only after the row is locked
    const row = await db.maybe<{ milliseconds: number }>(sql`
      insert into service_turns as t (service, next_at) values (${service}, clock_timestamp() + ${gap})
      on conflict (service) do update set next_at = greatest(t.next_at, clock_timestamp()) + ${gap}
        where t.next_at <= clock_timestamp() + ${timeLimit}
      returning ceil(extract(epoch from next_at - ${gap} - clock_timestamp()) * 1000)::bigint as milliseconds`)
    if (!row) return false
    if (row.milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, row.milliseconds))
    return true
  }
}
