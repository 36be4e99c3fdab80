/** Notes from where and when sessions are used, and tells which of them are open and belong together. */
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** From where a session is used. */
export type Use = {
  /** The IP address. */
  readonly address: string
  /** What the browser or program calls itself. */
  readonly userAgent: string
}

/** A use is noted at most once in this time, so that reading does not write each time. */
export const USE_MINUTES = 5
const MOST_CHARACTERS = 300

/** Returns the name of a browser or program as it is stored. */
export const userAgentOf = (use: Use | null): string => (use?.userAgent ?? '').slice(0, MOST_CHARACTERS)

export const noteUse = (rows: Rows, sessionId: number, use: Use): Promise<number> =>
  rows.run(sql`
    update sessions set last_used_at = now(), address = ${use.address}, user_agent = ${userAgentOf(use)}
    where id = ${sessionId}`)

/** Returns the id of the sign-in to which a session of an account belongs. Null if the account has no such session. */
export async function signInOf(rows: Rows, userId: number, sessionId: number): Promise<number | null> {
  const found = await rows.maybe<{ id: number }>(sql`
    select coalesce(family_id, id) as id from sessions where id = ${sessionId} and user_id = ${userId}`)
  return found?.id ?? null
}

/**
 * Selects sessions `s` that can still be used: also the expired one of a program that can get the next one with its refresh
 * token.
 */
export const USABLE_SESSIONS: Sql = sql`(s.ended_at is null and (s.expires_at > now() or exists (
  select from refresh_tokens r where r.session_id = s.id and r.used_at is null and r.expires_at > now())))`

/**
 * Ends the sessions `s` of an account that can still be used and fulfil a condition. Returns how many: each of them is a device or
 * program in the person's list.
 */
export const endUsableSessions = (tx: Rows, userId: number, which: Sql): Promise<number> =>
  tx.run(sql`update sessions s set ended_at = now() where s.user_id = ${userId} and ${USABLE_SESSIONS} and ${which}`)

/**
 * Selects when the person of the account `u` last used the product, from all sessions that are still stored. Old ones are deleted, so
 * the last sign-in counts too.
 */
export const lastSeen: Sql = sql`greatest(u.last_login_at, (
  select max(s.last_used_at) from sessions s where s.user_id = u.id))`
