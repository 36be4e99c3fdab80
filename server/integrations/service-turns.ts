/** Turns at a service that wants to be asked slowly, counted over all processes on one database. */
import { type Rows, sql } from '#server/db/database.ts'

export type Turns = {
  readonly gapMilliseconds: number
  readonly patienceMilliseconds: number
}

/** Waits for the next turn and answers true; false when it would be longer than the patience until then. */
export type Turn = () => Promise<boolean>

export function turnsAt(db: Rows, service: string, { gapMilliseconds, patienceMilliseconds }: Turns): Turn {
  const gap = sql`make_interval(secs => ${gapMilliseconds / 1000}::float8)`
  const patience = sql`make_interval(secs => ${patienceMilliseconds / 1000}::float8)`
  return async () => {
    // the clock of the database is the one that all processes share; it is read when the row is free, not before
    const row = await db.maybe<{ milliseconds: number }>(sql`
      insert into service_turns as t (service, next_at) values (${service}, clock_timestamp() + ${gap})
      on conflict (service) do update set next_at = greatest(t.next_at, clock_timestamp()) + ${gap}
        where t.next_at <= clock_timestamp() + ${patience}
      returning ceil(extract(epoch from next_at - ${gap} - clock_timestamp()) * 1000)::bigint as milliseconds`)
    if (!row) return false
    if (row.milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, row.milliseconds))
    return true
  }
}
