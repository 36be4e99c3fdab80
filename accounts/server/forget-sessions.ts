/** What is deleted of sessions, devices, sign-ins and requests once it is old. */
import { sql } from '#server/db/database.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'
import { KNOWN_DAYS } from './known-devices.ts'

/** Refresh tokens that expired: a copy of one that is used later is refused as unknown. */
const refreshTokens: Retention = {
  name: 'refresh-tokens',
  days: 7,
  leastDays: 1,
  forget: forgetRows(
    sql`delete from refresh_tokens`,
    (before) => sql`from refresh_tokens where expires_at < ${before}`,
  ),
}

/**
 * Sessions that ended or expired and have no refresh token. Kept for longer than a chain of sessions is valid (90 days), so
 * that no session refers to a first one that is gone; the first of a chain is deleted last.
 */
const sessions: Retention = {
  name: 'sessions',
  days: 180,
  leastDays: 91,
  // all processes are notified of each deletion
  mostANight: 5_000,
  forget: forgetRows(
    sql`delete from sessions`,
    (before) => sql`
      from sessions s
      where least(s.expires_at, s.ended_at) < ${before}
      and not exists (select from sessions later where later.family_id = s.id)
      and not exists (select from refresh_tokens r where r.session_id = s.id)`,
  ),
}

/** Tries to sign in: they count against the next ones for 15 minutes. */
const signInAttempts: Retention = {
  name: 'sign-in-attempts',
  days: 1,
  leastDays: 1,
  forget: forgetRows(sql`delete from sign_in_attempts`, (before) => sql`from sign_in_attempts where at < ${before}`),
}

/** Devices without a sign-in since their cookie expired. */
const knownDevices: Retention = {
  name: 'known-devices',
  days: KNOWN_DAYS,
  leastDays: KNOWN_DAYS,
  forget: forgetRows(
    sql`delete from known_devices`,
    (before) => sql`from known_devices where last_used_at < ${before}`,
  ),
}

/** Requests without a sign-in: they count against the next ones for an hour. */
const publicRequests: Retention = {
  name: 'public-requests',
  days: 1,
  leastDays: 1,
  forget: forgetRows(sql`delete from public_requests`, (before) => sql`from public_requests where at < ${before}`),
}

/** One-time links that open nothing any more; the history of their account stays. */
const accountLinks: Retention = {
  name: 'account-links',
  days: 7,
  leastDays: 1,
  forget: forgetRows(
    sql`delete from account_links`,
    (before) => sql`from account_links where least(expires_at, used_at) < ${before}`,
  ),
}

export const userRetentions = [refreshTokens, sessions, signInAttempts, knownDevices, publicRequests, accountLinks]
