/** Keeps an outside service that refused us from being asked again too soon, by all processes on one database together. */
import { createHash } from 'node:crypto'
import { type Database, type Sql, sql } from '#server/db/database.ts'

export type ServicePause = {
  /** Why the service must not be asked now; null when it may be. */
  reason(): Promise<string | null>
  /** Begins a pause. `seconds` is how long the service itself wants; without it each pause is twice as long as the last. */
  begin(reason: string, seconds?: number | null): Promise<void>
  /** Says that the service answered, so that the next pause is a short one. A pause that still runs stays. */
  answered(): Promise<void>
}

export const NO_PAUSE: ServicePause = { reason: async () => null, begin: async () => {}, answered: async () => {} }

/** Whether an answer asks to be left alone: too many questions, or no service for a time that it names. */
export const wantsPause = ({ status, retryAfter }: { status: number; retryAfter: number | null }): boolean =>
  status === 429 || (status === 503 && retryAfter !== null)

const LONGEST_SECONDS = 3600

/**
 * Pauses double from 2 minutes to an hour, the longest. Other credentials are tried at once. `name` is the setting that
 * holds the pause; `say` is told of the first refusal.
 */
export function servicePause(
  db: Database,
  name: string,
  credentials: readonly string[],
  say: (reason: string) => void,
): ServicePause {
  const print = createHash('sha256').update(JSON.stringify(credentials)).digest('hex').slice(0, 16)
  return {
    reason: async () => {
      const row = await db.maybe<{ reason: string }>(sql`
        select value ->> 'reason' as reason from settings
        where name = ${name} and value ->> 'print' = ${print} and (value ->> 'until')::timestamptz > now()`)
      return row?.reason ?? null
    },
    begin: async (reason, seconds = null) => {
      const pauseOf = (failures: Sql): Sql => sql`
        jsonb_build_object('print', ${print}::text, 'reason', ${reason}::text, 'failures', ${failures}, 'until', now()
          + make_interval(secs => least(${LONGEST_SECONDS}, coalesce(${seconds}::int, 60 * power(2, least(${failures}, 9))::int))))`
      // what was asked before the pause began and is refused now belongs to the same pause
      const begun = await db.maybe<{ failures: number }>(sql`
        insert into settings as s (name, value) values (${name}, ${pauseOf(sql`1`)})
        on conflict (name) do update set updated_at = now(), value = case
          when s.value ->> 'print' = ${print} then ${pauseOf(sql`(s.value ->> 'failures')::int + 1`)} else excluded.value end
          where s.value ->> 'print' <> ${print} or (s.value ->> 'until')::timestamptz <= now()
        returning (value ->> 'failures')::int as failures`)
      if (begun?.failures === 1) say(reason)
    },
    answered: async () => {
      await db.run(sql`
        delete from settings where name = ${name}
          and (value ->> 'print' <> ${print} or (value ->> 'until')::timestamptz <= now())`)
    },
  }
}
