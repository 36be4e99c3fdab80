/** Prevents all processes on one database from calling an outside service for a while after it refused the account. */
import { createHash } from 'node:crypto'
import { type Database, type Sql, sql } from '#server/db/database.ts'

export type ServicePause = {
  /** Returns why the service must not be called now; null if it may be called. */
  reason(): Promise<string | null>
  /** Returns the moment until which the service is not called; null if it may be called. */
  until(): Promise<string | null>
  /**
   * Begins a pause of `seconds`, which is the time the service demands. Without `seconds` each pause is twice as long
   * as the last.
   */
  begin(reason: string, seconds?: number | null): Promise<void>
  /** Records an answer of the service, so that the next pause is short again. A running pause continues. */
  answered(): Promise<void>
}

export const NO_PAUSE: ServicePause = {
  reason: async () => null,
  until: async () => null,
  begin: async () => {},
  answered: async () => {},
}

/** Reports whether an answer demands a pause: too many requests, or unavailable with a stated time. */
export const wantsPause = ({ status, retryAfter }: { status: number; retryAfter: number | null }): boolean =>
  status === 429 || (status === 503 && retryAfter !== null)

const LONGEST_SECONDS = 3600

/**
 * Returns the pause of a service. Pauses double from 2 minutes to at most one hour. After a change of the credentials
 * the service is called at once. `name` is the setting that stores the pause; `report` is called for the first refusal.
 */
export function servicePause(
  db: Database,
  name: string,
  credentials: readonly string[],
  report: (reason: string) => void,
): ServicePause {
  const print = createHash('sha256').update(JSON.stringify(credentials)).digest('hex').slice(0, 16)
  const running = () =>
    db.maybe<{ reason: string; until: string }>(sql`
      select value ->> 'reason' as reason, (value ->> 'until')::timestamptz as until from settings
      where name = ${name} and value ->> 'print' = ${print} and (value ->> 'until')::timestamptz > now()`)
  return {
    reason: async () => (await running())?.reason ?? null,
    until: async () => (await running())?.until ?? null,
    begin: async (reason, seconds = null) => {
      const pauseOf = (failures: Sql): Sql => sql`
        jsonb_build_object('print', ${print}::text, 'reason', ${reason}::text, 'failures', ${failures}, 'until', now()
          + make_interval(secs => least(${LONGEST_SECONDS}, coalesce(${seconds}::int, 60 * power(2, least(${failures}, 9))::int))))`
      // a refusal of a call that was made before the pause began belongs to the same pause
      const begun = await db.maybe<{ failures: number }>(sql`
        insert into settings as s (name, value) values (${name}, ${pauseOf(sql`1`)})
        on conflict (name) do update set updated_at = now(), value = case
          when s.value ->> 'print' = ${print} then ${pauseOf(sql`(s.value ->> 'failures')::int + 1`)} else excluded.value end
          where s.value ->> 'print' <> ${print} or (s.value ->> 'until')::timestamptz <= now()
        returning (value ->> 'failures')::int as failures`)
      if (begun?.failures === 1) report(reason)
    },
    answered: async () => {
      await db.run(sql`
        delete from settings where name = ${name}
          and (value ->> 'print' <> ${print} or (value ->> 'until')::timestamptz <= now())`)
    },
  }
}
