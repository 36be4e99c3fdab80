/**
 * Remembers where an account has signed in: on which devices, and from which addresses. Wrong passwords from elsewhere do not lock the account
 * there.
 */
import { randomBytes } from 'node:crypto'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import { networkOf } from '../domain/network.ts'
import { tokenHash } from './token-hash.ts'

/**
 * The number of days after the last sign-in for which a device is known, and the age of its cookie. Browsers keep no
 * cookie for longer than 400 days.
 */
export const KNOWN_DAYS = 365
/** The number of devices stored for an account. The one unused for the longest time is deleted. */
const MOST_DEVICES = 20
/** The number of the newest sessions of an account whose addresses are known. A program may open a session for each call. */
const MOST_SESSIONS = 1_000

/**
 * Returns the id of the device with this token. Null if the account with this e-mail has not signed in there, and with `signedIn` also if the
 * device is only known by a link in a mail.
 */
export async function knownDevice(
  db: Database,
  token: string | null,
  email: string,
  { signedIn = false } = {},
): Promise<number | null> {
  const row = await db.maybe<{ id: number }>(sql`
    select d.id from known_devices d join users u on u.id = d.user_id
    where d.token_hash = ${tokenHash(token ?? '')} and u.email = ${email} and not (${signedIn} and d.by_link)
      and d.last_used_at > now() - make_interval(days => ${KNOWN_DAYS})`)
  return row?.id ?? null
}

/**
 * Reports whether the account with this e-mail has used one of its newest sessions in a network. Programs have no cookie that makes them a
 * known device, but mostly call from the same address.
 */
export async function isKnownNetwork(db: Database, network: string, email: string): Promise<boolean> {
  const used = await db.many<{ address: string }>(sql`
    select distinct address from (
      select s.address from sessions s
      where s.user_id = (select id from users where email = ${email}) and s.last_used_at > now() - make_interval(days => ${KNOWN_DAYS})
      order by s.last_used_at desc limit ${MOST_SESSIONS}) newest`)
  return used.some(({ address }) => networkOf(address) === network)
}

export type Device = {
  readonly id: number
  /** The content of its cookie. */
  readonly token: string
}

const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * Stores that an account has signed in on a device, or with `byLink` that its person had a link in a mail there. The token of the device is
 * the given one if it was issued here. A sign-in uses up the link by which the device became known.
 */
export async function rememberDevice(
  rows: Rows,
  token: string | null,
  userId: number,
  { byLink = false } = {},
): Promise<Device> {
  const ours =
    token === null
      ? null
      : await rows.maybe(sql`
          select from known_devices
          where token_hash = ${tokenHash(token)} and last_used_at > now() - make_interval(days => ${KNOWN_DAYS}) limit 1`)
  const kept = ours && token !== null ? token : newToken()
  const { id } = await rows.one<{ id: number }>(sql`
    insert into known_devices (user_id, token_hash, by_link) values (${userId}, ${tokenHash(kept)}, ${byLink})
    on conflict (token_hash, user_id) do update set last_used_at = now(), by_link = known_devices.by_link and ${byLink}
    returning id`)
  if (!byLink) await rows.run(sql`update account_links set used_at = now() where device_id = ${id} and used_at is null`)
  await rows.run(sql`
    delete from known_devices where user_id = ${userId} and id not in (
      select id from known_devices where user_id = ${userId} order by last_used_at desc, id desc limit ${MOST_DEVICES})`)
  return { id, token: kept }
}

/** Returns the token of a device: the given one if it is that of the device, else a new one, because the last one may never have arrived. */
export async function renewDevice(rows: Rows, id: number, token: string | null): Promise<string> {
  const isOwn = await rows.maybe(
    sql`select from known_devices where id = ${id} and token_hash = ${tokenHash(token ?? '')}`,
  )
  if (isOwn && token !== null) return token
  const renewed = newToken()
  await rows.run(sql`update known_devices set token_hash = ${tokenHash(renewed)} where id = ${id}`)
  return renewed
}

/** Forgets every device of an account except the one with this token. Attempts from them count like those of any device. */
export const forgetOtherDevices = (rows: Rows, userId: number, token: string | null): Promise<number> =>
  rows.run(sql`delete from known_devices where user_id = ${userId} and token_hash <> ${tokenHash(token ?? '')}`)
