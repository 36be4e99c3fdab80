/** Devices on which an account has signed in: wrong passwords from elsewhere do not lock its person out there. */
import { randomBytes } from 'node:crypto'
import { type Database, sql } from '#server/db/database.ts'
import { tokenHash } from './token-hash.ts'

/** How long a device is known without a sign-in, and the cookie's age; browsers keep none for longer than 400 days. */
export const KNOWN_DAYS = 365
/** Devices kept for an account; the one used longest ago is forgotten. */
const MOST_DEVICES = 20

/** Returns the device of a token if the account with this e-mail has signed in there, else null. */
export async function knownDevice(db: Database, token: string | null, email: string): Promise<number | null> {
  const row = await db.maybe<{ id: number }>(sql`
    select d.id from known_devices d join users u on u.id = d.user_id
    where d.token_hash = ${tokenHash(token ?? '')} and u.email = ${email}
      and d.last_used_at > now() - make_interval(days => ${KNOWN_DAYS})`)
  return row?.id ?? null
}

/** Remembers that an account signed in on a device. Returns the token for its cookie: the one it has if it came from here. */
export async function rememberDevice(db: Database, token: string | null, userId: number): Promise<string> {
  const ours =
    token === null
      ? null
      : await db.maybe(sql`
          select from known_devices
          where token_hash = ${tokenHash(token)} and last_used_at > now() - make_interval(days => ${KNOWN_DAYS}) limit 1`)
  const kept = ours && token !== null ? token : randomBytes(32).toString('base64url')
  await db.run(sql`
    insert into known_devices (user_id, token_hash) values (${userId}, ${tokenHash(kept)})
    on conflict (token_hash, user_id) do update set last_used_at = now()`)
  await db.run(sql`
    delete from known_devices where user_id = ${userId} and id not in (
      select id from known_devices where user_id = ${userId} order by last_used_at desc, id desc limit ${MOST_DEVICES})`)
  return kept
}
