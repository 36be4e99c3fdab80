/** Keeps a refused sign-in at an outside service from being tried again and again, by all processes on one database together. */
import { createHash } from 'node:crypto'
import { type Database, sql } from '#server/db/database.ts'

export type SignInGate = {
  /** Why no sign-in is tried now; null when one may be. */
  closed(): Promise<string | null>
  refused(reason: string): Promise<void>
  accepted(): Promise<void>
}

export const OPEN_GATE: SignInGate = { closed: async () => null, refused: async () => {}, accepted: async () => {} }

const LONGEST_MINUTES = 60

/** The pause doubles from 2 minutes to an hour; other credentials are tried at once. `say` is told of the first refusal. */
export function signInGate(
  db: Database,
  service: string,
  secrets: readonly string[],
  say: (reason: string) => void,
): SignInGate {
  const name = `${service}-sign-in`
  const print = createHash('sha256').update(JSON.stringify(secrets)).digest('hex').slice(0, 16)
  return {
    closed: async () => {
      const row = await db.maybe<{ reason: string }>(sql`
        select value ->> 'reason' as reason from settings
        where name = ${name} and value ->> 'print' = ${print} and (value ->> 'until')::timestamptz > now()`)
      return row?.reason ?? null
    },
    refused: async (reason) => {
      const { failures } = await db.one<{ failures: number }>(sql`
        insert into settings as s (name, value)
        values (${name}, jsonb_build_object('print', ${print}::text, 'reason', ${reason}::text, 'failures', 1,
          'until', now() + interval '2 minutes'))
        on conflict (name) do update set updated_at = now(), value = case
          when s.value ->> 'print' = ${print} then jsonb_build_object('print', ${print}::text, 'reason', ${reason}::text,
            'failures', (s.value ->> 'failures')::int + 1,
            'until', now() + make_interval(mins => least(${LONGEST_MINUTES}, power(2, least((s.value ->> 'failures')::int + 1, 9))::int)))
          else excluded.value end
        returning (value ->> 'failures')::int as failures`)
      if (failures === 1) say(reason)
    },
    accepted: async () => {
      await db.run(sql`delete from settings where name = ${name}`)
    },
  }
}
